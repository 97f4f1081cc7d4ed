import { requiredEnv } from "#lib/env.ts";
import { migrateDatabase } from "../db/migrate-database.ts";
import { type Command, readOptions, requireDatabase } from "./command.ts";

export const command: Command = {
  about: "bring the database at DATABASE_URL to this version's last migration",
  help: "Takes no options. Any number of them may run at once.",
  run: async (args, say) => {
    readOptions(args, {});
    requireDatabase();
    const applied = await migrateDatabase(requiredEnv("DATABASE_URL"));
    say(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
    return 0;
  },
};
