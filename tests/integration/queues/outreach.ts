import type { Pool } from "pg";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { openWorker, refusalOf, testIntent, type TestIntent } from "#tests/support/case.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { reviewRows } from "#tests/support/rows.ts";

/** What a job performs: one send, of which the effects are counted. */
export interface Outreach {
  intent: TestIntent;
  effects: number;
  run(): Promise<unknown>;
}

export function outreach(pool: Pool): Outreach {
  const intent = testIntent();
  const job: Outreach = {
    intent,
    effects: 0,
    run: () => openWorker(pool, "queue-worker").perform(intent, () => ({ sent: ++job.effects })),
  };
  return job;
}

/** Before the job was delivered: another worker's attempt that ended in doubt, and the reaper's review of it. */
export async function leaveInDoubt(pool: Pool, { intent }: Outreach): Promise<string> {
  await refusalOf(openWorker(pool).perform(intent, () => Promise.reject(new Error("reply lost"))));
  await reap();
  const { rows } = await pool.query<{ key: string }>("select key from action_log where run_id = $1", [intent.runId]);
  return rows[0]?.key ?? "";
}

/** What people do on the desk: one asks, another signs. */
export async function signResend(pool: Pool, key: string): Promise<void> {
  const operator = await person(pool, "Bo", "operator");
  const approver = await person(pool, "Cara", "approver");
  const reviewId = String((await reviewRows(pool, key))[0]?.["id"]);
  const asked = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, { key })) };
  const { requestId } = await createRequest(operator, reviewId, asked);
  await signOff(approver, requestId, { verdict: "approve", ...(await seenOf(pool, { key })) });
}

export async function dismiss(pool: Pool, key: string): Promise<void> {
  await pool.query("update action_log set status = 'dismissed', revision = revision + 1 where key = $1", [key]);
}
