import type { Pool } from "pg";
import {
  minutesAgo,
  seedAction,
  seedApproved,
  seedClaimedApproval,
  seedFailed,
  seedForeign,
  seedRequested,
  setPolicy,
} from "#tests/integration/reaper/seed.ts";
import { chatRule, KIND, seedDue, verifyKind } from "#tests/integration/verification/setting.ts";
import type { FakeChat } from "#tests/support/fake-provider/chat.ts";

/** One action for everything that a pass does, by the name of it. */
export type Backlog = Record<string, string>;

export async function setPolicies(pool: Pool, chat: FakeChat): Promise<void> {
  await verifyKind(pool, chatRule(chat));
  await setPolicy(pool, "told", {
    recovery: "retry",
    nudge: "webhook",
    nudge_webhook: { url: `${chat.origin}/told`, secretEnv: "NOTWICE_SECRET_TOLD" },
    backoff_seconds: 0,
  });
}

export async function seedBacklog(pool: Pool, chat: FakeChat): Promise<Backlog> {
  const landed = await seedDue(pool);
  await chat.post({ channel: "#sales", text: "hello", client_id: landed });
  return {
    expired: (await seedRequested(pool, { expires_at: minutesAgo(1) })).key,
    lapsed: (await seedApproved(pool, minutesAgo(1))).key,
    lapsedHeld: (await seedApproved(pool, minutesAgo(1), { attempt: 0 })).key,
    foreign: await seedForeign(pool, "paused_by_ops"),
    asked: await seedAction(pool),
    notStarted: await seedAction(pool, { two_phase: true }),
    givenBack: (await seedClaimedApproval(pool, new Date(Date.now() + 3_600_000))).key,
    settled: await seedAction(pool, { attempt: 2, late_attempt: 1 }),
    retried: await seedAction(pool, { kind: "told", first_attempted_at: minutesAgo(120) }),
    failed: await seedFailed(pool),
    toCheck: await seedAction(pool, { kind: KIND, deadline_at: minutesAgo(59) }),
    landed,
    absent: await seedDue(pool),
  };
}

/** As if every pause were over: before the next check, the next nudge. */
export async function endPauses(pool: Pool): Promise<void> {
  await pool.query(
    "update action_log set next_check_at = now(), revision = revision + 1 where next_check_at is not null",
  );
  await pool.query("update nudge set next_at = now() where sent_at is null and isfinite(next_at)");
}

/** What became of the action, with all that belongs to it. */
export async function viewBacklog(pool: Pool, backlog: Backlog): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select a.key, a.status, a.attempt, a.failure, a.doubts, a.release_reason, a.settled_by,
       (select array_agg(t.attempt || ' ' || t.outcome order by t.attempt) from action_attempt t where t.action_key = a.key) as attempts,
       (select array_agg(concat_ws(' ', v.state, v.resolution, v.cause) order by v.opened_at) from review v
         where v.action_key = a.key) as reviews,
       (select array_agg(q.type || ' ' || q.state order by q.requested_at) from review v
         join review_request q on q.review_id = v.id where v.action_key = a.key) as requests,
       (select array_agg(l.action order by l.id) from audit_log l
         where l.subject_id = a.key
           or l.subject_id in (select v.id::text from review v where v.action_key = a.key)
           or l.subject_id in (select q.id::text from review v join review_request q on q.review_id = v.id
             where v.action_key = a.key)) as audit,
       (select array_agg(n.channel || case when n.sent_at is null then ' waits' else ' sent' end) from nudge n
         where n.action_key = a.key) as nudges
     from action_log a where a.key = any($1)`,
    [Object.values(backlog)],
  );
  const names = new Map(Object.entries(backlog).map(([name, key]) => [key, name]));
  return Object.fromEntries(rows.map(({ key, ...view }) => [names.get(String(key)), view]));
}
