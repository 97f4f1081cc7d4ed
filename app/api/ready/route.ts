import { pendingMigrations } from "#lib/db/index.ts";
import { AppError } from "#lib/errors.ts";
import { route } from "#lib/http/index.ts";

/** Whether to send requests here: the database answers and has everything this version needs. */
export const GET = route({ actor: "none" }, async () => {
  const pending = await pendingMigrations();
  if (pending.length > 0) throw new AppError("unavailable", `The database lacks ${pending.join(", ")}.`);
  return { status: "ready" };
});
