import { generateClient } from "../outputs/generate-client.ts";
import { runCommand } from "../process/command-error.ts";

await runCommand(() => generateClient());
