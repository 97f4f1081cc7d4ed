import { route } from "#lib/http/index.ts";
import { readStuckPerHour } from "#lib/reviews/index.ts";
import { stuckPerHourSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route({ actor: "session", response: stuckPerHourSchema }, async ({ actor }) =>
  readStuckPerHour(actor),
);
