import type { Pool } from "pg";
import { minutesAgo, seedAction, seedFailed, setPolicy } from "#tests/integration/reaper/seed.ts";
import type { FakeChat } from "#tests/support/fake-provider/chat.ts";

export const KIND = "post_message";

export function chatRule(chat: FakeChat, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    url: `${chat.origin}/api/messages?client_id={key}`,
    headers: { authorization: "Bearer ${env:NOTWICE_SECRET_CHAT}" },
    landed: {
      status: [200],
      match: [
        { pointer: "/ok", equals: true },
        { pointer: "/messages/0/client_id", matches: "key" },
      ],
      result: "/messages/0",
    },
    absent: {
      status: [200],
      match: [
        { pointer: "/ok", equals: true },
        { pointer: "/messages", empty: true },
      ],
    },
    quietSeconds: 60,
    tries: 3,
    timeoutMs: 2000,
    ...over,
  };
}

/** The kind is verified by this rule; without a backoff worth waiting for. */
export async function verifyKind(pool: Pool, rule: object, columns: Record<string, unknown> = {}): Promise<void> {
  await setPolicy(pool, KIND, { recovery: "verify", verify: JSON.stringify(rule), backoff_seconds: 60, ...columns });
}

/** In doubt since long ago, judged, with its attempt on record; its check is due. */
export async function seedDue(pool: Pool, columns: Record<string, unknown> = {}): Promise<string> {
  const key = await seedFailed(pool, {
    kind: KIND,
    completed_at: minutesAgo(55),
    judged_attempt: columns["attempt"] ?? 1,
    next_check_at: minutesAgo(1),
    ...columns,
  });
  await pool.query(
    `insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at, ended_at, ended_by, outcome)
     select key, attempt, claim_token, claimed_by, attempted_at, deadline_at, completed_at, 'reaper', 'may_have_happened'
     from action_log where key = $1`,
    [key],
  );
  return key;
}

/** In flight, past its deadline for an hour. */
export async function seedStale(pool: Pool, columns: Record<string, unknown> = {}): Promise<string> {
  return seedAction(pool, { kind: KIND, ...columns });
}

export async function makeDue(pool: Pool, key: string): Promise<void> {
  await pool.query("update action_log set next_check_at = now(), revision = revision + 1 where key = $1", [key]);
}

export async function openReview(pool: Pool, key: string): Promise<string> {
  const { rows } = await pool.query(
    "insert into review (action_key, attempt, cause, reason) select key, attempt, 'stale', 'Seeded.' from action_log where key = $1 returning id",
    [key],
  );
  return rows[0].id;
}
