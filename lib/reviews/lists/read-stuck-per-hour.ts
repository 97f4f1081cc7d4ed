import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { countStuckHours } from "../sql/lists/count-stuck-hours.ts";
import type { StuckPerHour } from "./contract.ts";

const HOURS = 48;

/** How many cases came in, hour by hour. */
export async function readStuckPerHour(actor: Actor): Promise<StuckPerHour> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const hours = await countStuckHours(tx, HOURS);
    return {
      hours: hours.map(({ from, count }) => ({ from: from.toISOString(), count })),
      at: new Date().toISOString(),
    };
  });
}
