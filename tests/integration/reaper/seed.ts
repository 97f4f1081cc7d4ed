import { createHash, randomUUID } from "node:crypto";
import type { Pool } from "pg";

export const PAYLOAD = '{"subject":"Hello"}';
export const PAYLOAD_HASH = createHash("sha256").update(PAYLOAD).digest("hex");

export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

type Columns = Record<string, unknown>;

/** Claimed two hours ago, past its deadline for one: stale, unless the columns say otherwise. */
export async function seedAction(pool: Pool, columns: Columns = {}): Promise<string> {
  const key = createHash("sha256").update(randomUUID()).digest("hex");
  await insert(pool, "action_log", {
    key,
    run_id: `run-${key.slice(0, 8)}`,
    kind: "send_email",
    status: "in_flight",
    payload: PAYLOAD,
    payload_hash: PAYLOAD_HASH,
    claim_token: randomUUID(),
    claimed_by: "worker-1",
    attempted_at: minutesAgo(120),
    first_attempted_at: minutesAgo(120),
    deadline_at: minutesAgo(60),
    ...columns,
  });
  return key;
}

/** As the plain pattern writes it: seven columns, nothing of ours. */
export async function seedPlain(pool: Pool, columns: Columns = {}): Promise<string> {
  const key = randomUUID();
  const row = { key, run_id: "run-1", kind: "send_email", status: "in_flight", attempted_at: minutesAgo(120) };
  await insert(pool, "action_log", { ...row, ...columns });
  return key;
}

/** As adoption finds it: a word is in the table before the constraint on words is. */
export async function seedForeign(pool: Pool, status: string, columns: Columns = {}): Promise<string> {
  const { rows } = await pool.query(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'action_log_status_word'",
  );
  await pool.query("alter table action_log drop constraint action_log_status_word");
  const key = await seedPlain(pool, { status, ...columns });
  const rule = String(rows[0].rule).replace(/ not valid$/i, "");
  await pool.query(`alter table action_log add constraint action_log_status_word ${rule} not valid`);
  return key;
}

export async function seedFailed(pool: Pool, columns: Columns = {}): Promise<string> {
  return seedAction(pool, {
    status: "failed",
    failure: "may_have_happened",
    doubts: 1,
    completed_at: minutesAgo(1),
    ...columns,
  });
}

export interface SeededCase {
  key: string;
  reviewId: string;
  requestId: string;
}

/** A failed action (held, with attempt 0) before a person, with a pending request for it. */
export async function seedRequested(pool: Pool, request: Columns = {}, action: Columns = {}): Promise<SeededCase> {
  const attempt = action["attempt"] ?? 1;
  const ended =
    attempt === 0
      ? { status: "held", claim_token: null, first_attempted_at: null, deadline_at: null }
      : { status: "failed", failure: "may_have_happened", doubts: 1, completed_at: minutesAgo(10) };
  const key = await seedAction(pool, { judged_attempt: attempt, ...ended, ...action });
  const reviewId = randomUUID();
  const requestId = randomUUID();
  await insert(pool, "review", { id: reviewId, action_key: key, attempt, cause: "stale", reason: "Seeded." });
  await insert(pool, "review_request", {
    id: requestId,
    review_id: reviewId,
    type: attempt === 0 ? "send" : "resend",
    requested_by: "olga",
    reason: "It did not arrive.",
    payload_hash: PAYLOAD_HASH,
    expires_at: new Date(Date.now() + 3_600_000),
    ...request,
  });
  return { key, reviewId, requestId };
}

/** The same, signed and released; whoever claims it has until `expiresAt`. */
export async function seedApproved(pool: Pool, expiresAt: Date, action: Columns = {}): Promise<SeededCase> {
  const seeded = await seedRequested(pool, {}, action);
  await pool.query("update review_request set state = 'approved', decided_at = now() where id = $1", [
    seeded.requestId,
  ]);
  await pool.query("update review set state = 'released', version = version + 1 where id = $1", [seeded.reviewId]);
  await pool.query(
    `update action_log set status = 'released', released_at = now(), release_reason = 'approval', claim_token = null,
       completed_at = null, release_request_id = $2, claimable_at = $3, release_expires_at = $4, revision = revision + 1
     where key = $1`,
    [seeded.key, seeded.requestId, minutesAgo(30), expiresAt],
  );
  return seeded;
}

/** A worker took it, said that it would begin by itself, and died before it did. */
export async function seedClaimedApproval(pool: Pool, expiresAt: Date, action: Columns = {}): Promise<SeededCase> {
  const seeded = await seedApproved(pool, expiresAt, action);
  await pool.query(
    `update action_log set status = 'in_flight', attempt = attempt + 1, claim_token = $2, failure = null,
       attempted_at = $3, deadline_at = $4, two_phase = true, revision = revision + 1
     where key = $1`,
    [seeded.key, randomUUID(), minutesAgo(20), minutesAgo(5)],
  );
  await pool.query(
    "update review set state = 'closed', resolution = 'sent', closed_at = now(), version = version + 1 where id = $1",
    [seeded.reviewId],
  );
  return seeded;
}

export async function setPolicy(pool: Pool, kind: string, columns: Columns): Promise<void> {
  await pool.query("delete from policy where kind = $1", [kind]);
  await insert(pool, "policy", { kind, ...columns });
}

async function insert(pool: Pool, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  const places = names.map((_, at) => `$${at + 1}`);
  await pool.query(`insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`, Object.values(columns));
}
