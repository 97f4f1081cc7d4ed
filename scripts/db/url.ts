import { parseArgs } from "node:util";
import { dataDirectory } from "../paths.ts";
import { createFreshDatabase, ensureKeptDatabase } from "../postgres/databases.ts";
import { startServer } from "../postgres/server.ts";
import { runCommand } from "../process/command-error.ts";
import { migrateDatabase } from "./migrate-database.ts";

await runCommand(async () => {
  const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });
  const server = await startServer(dataDirectory());
  const url = values.fresh ? await createFreshDatabase(server) : await ensureKeptDatabase(server);
  await migrateDatabase(url);
  console.log(url);
});
