import { dataDirectory } from "../paths.ts";
import { stopServer } from "../postgres/server.ts";
import { runCommand } from "../process/command-error.ts";

await runCommand(async () => {
  const dataDir = dataDirectory();
  const stopped = await stopServer(dataDir);
  console.log(stopped ? `Postgres of ${dataDir} stopped.` : `No Postgres of ${dataDir} was running.`);
});
