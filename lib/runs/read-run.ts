import { hiddenPathsReader, toActionRow } from "#lib/actions/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { notFound } from "../errors.ts";
import type { RunAction, RunDetail } from "./contract.ts";
import { findRunActions, MAX_STEPS } from "./sql/find-run-actions.ts";
import { nextOf, standingOf, summariseRun } from "./summarise-run.ts";

const CANCELLABLE = new Set(["held", "released", "failed"]);

/** A run from its actions: what is stored, what comes next, and what waits for a person. */
export async function readRun(actor: Actor, runId: string): Promise<RunDetail> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const found = await findRunActions(tx, runId);
    const [first] = found;
    if (first === undefined) throw notFound();
    const hiddenPathsOf = hiddenPathsReader(tx, actor);
    const actions = found.slice(0, MAX_STEPS);
    const steps: RunAction[] = [];
    for (const action of actions) {
      steps.push({
        ...toActionRow(action, await hiddenPathsOf(action.kind)),
        attemptedAt: action.attemptedAt?.toISOString() ?? null,
        completedAt: action.completedAt?.toISOString() ?? null,
        reviewId: action.reviewId,
        standing: standingOf(action),
        versionsBefore: action.versionsBefore,
      });
    }
    return {
      run: summariseRun(runId, actions),
      steps,
      isCapped: found.length > MAX_STEPS,
      next: nextOf(actions),
      cancel: {
        dismisses: actions.filter(({ status }) => CANCELLABLE.has(status)).length,
        leavesInFlight: actions.filter(({ status }) => status === "in_flight").length,
      },
      at: first.now.toISOString(),
    };
  });
}
