import { runCommand } from "../command-error.ts";
import { generateClient } from "../generate-client.ts";

await runCommand(() => generateClient());
