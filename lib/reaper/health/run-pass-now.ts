import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { runPass } from "../run-pass.ts";
import { findPass } from "../sql/health/find-passes.ts";
import { recordStart } from "../store.ts";
import type { Pass } from "./contract.ts";
import { startedByOf, startedByPerson, toPass } from "./to-pass.ts";

/** Shorter than the browser waits for an answer. */
const DEADLINE_MS = 10_000;

/** One pass, because an admin wants it now; safe beside those that run by themselves. */
export async function runPassNow(actor: Actor): Promise<Pass> {
  requirePermission(actor, "reaper.run");
  const runId = await transaction(async (tx) => {
    const id = await recordStart(startedByOf(actor.id), tx);
    await writeAudit(tx, {
      action: "pass.started",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "pass", id },
    });
    return id;
  });
  // Its row says what went wrong, and the page shows it.
  await runPass({ runId, deadlineMs: DEADLINE_MS }).catch((error: unknown) => {
    log.error({ err: error, runId }, "a pass of the reaper failed");
  });
  return transaction((tx) => readPass(tx, runId));
}

async function readPass(tx: Tx, runId: string): Promise<Pass> {
  const pass = await findPass(tx, runId);
  invariant(pass, "a pass that was recorded is there");
  return toPass(pass, await namesOf(tx, [startedByPerson(pass)]));
}
