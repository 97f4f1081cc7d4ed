import { countDuplicates } from "#lib/actions/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { openScope } from "../case/list-scope.ts";
import { countFigures } from "../sql/lists/count-figures.ts";
import type { Figures } from "./contract.ts";

/** What waits, in four numbers. */
export async function readFigures(actor: Actor): Promise<Figures> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const found = await countFigures(tx, await openScope(tx, actor, {}));
    return {
      needsDecision: { count: found.needsDecision, oldestAt: found.needsDecisionSince?.toISOString() ?? null },
      awaitingSignOff: { count: found.awaiting, oldestAt: found.awaitingSince?.toISOString() ?? null },
      decideWithinHour: { count: found.decideWithinHour, firstAt: found.decideFirst?.toISOString() ?? null },
      duplicates: { count: await countDuplicates(tx) },
      at: new Date().toISOString(),
    };
  });
}
