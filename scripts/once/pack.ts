import { runCommand } from "../process/command-error.ts";
import { packOnce } from "./pack-once.ts";

await runCommand(async () => {
  console.log(await packOnce());
});
