import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { EditAnswer } from "#lib/actions/contract.ts";
import type { Actor } from "#lib/auth/index.ts";
import { editAction, signOff } from "#lib/reviews/index.ts";
import { seenOf } from "#tests/support/desk.ts";

let edits = 0;

/** Edits an action as someone who has it on screen; a new wording each time, unless one is given. */
export async function edit(pool: Pool, actor: Actor, key: string, payload?: unknown): Promise<EditAnswer> {
  edits += 1;
  const seen = await seenOf(pool, { key });
  const input = { payload: payload ?? { subject: `Version ${edits}` }, reason: "the wrong price", ...seen };
  return editAction(actor, key, input, randomUUID());
}

/** Signs the first send of an edited action and takes the hold away, so that a worker may claim it now. */
export async function signEdited(pool: Pool, actor: Actor, edited: EditAnswer): Promise<void> {
  const seen = await seenOf(pool, { key: edited.actionKey });
  await signOff(actor, edited.requestId, { verdict: "approve", ...seen });
  await pool.query("update action_log set claimable_at = clock_timestamp() where key = $1", [edited.actionKey]);
}
