import { isUnreachable, sqlState } from "#lib/db/index.ts";
import { AppError } from "#lib/errors.ts";

/**
 * For the record of a pass, which everybody reads: our own words and the code that Postgres gives. Its sentences, those
 * of JSON and of a schema quote the data they refuse; the log has them, without it.
 */
export function sayError(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const state = sqlState(error);
  if (isUnreachable(error)) return "the database did not answer";
  if (state !== undefined) return `the database refused it (SQLSTATE ${state})`;
  return `a fault of ours (${error instanceof Error ? error.name : typeof error}); the log says more`;
}
