import { CommandError, runCommand } from "../process/command-error.ts";
import { migrateDatabase } from "./migrate-database.ts";

await runCommand(async () => {
  const url = process.env["DATABASE_URL"];
  if (!url) throw new CommandError("DATABASE_URL is not set: it says which database to migrate.");
  const applied = await migrateDatabase(url);
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
});
