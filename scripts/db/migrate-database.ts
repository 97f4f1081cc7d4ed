import { migrate } from "#lib/db/migrate.ts";
import { CommandError } from "../process/command-error.ts";

export async function migrateDatabase(url: string): Promise<string[]> {
  try {
    return await migrate(url);
  } catch (error) {
    throw new CommandError(`The database could not be migrated. ${sentenceOf(error)}`, { cause: error });
  }
}

/** A refused connection to a name with several addresses says nothing itself. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
