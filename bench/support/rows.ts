import { createHash } from "node:crypto";
import type { Client } from "pg";

const BATCH_ROWS = 1_000_000;
const PAYLOAD = JSON.stringify({ body: "Dear Ana, ".repeat(40), subject: "Hello" });
const PAYLOAD_HASH = createHash("sha256").update(PAYLOAD).digest("hex");

/** The past of an installation: what was sent over the last year. */
export async function insertSucceeded(client: Client, count: number): Promise<void> {
  for (let left = count; left > 0; left -= BATCH_ROWS) {
    await client.query(
      `insert into action_log (key, run_id, kind, status, step, target, attempted_at, first_attempted_at, deadline_at,
         completed_at, claim_token, settled_by, result)
       select encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'run-' || gen_random_uuid(), 'bench_ask',
         'succeeded', 0, 'ana@acme.test', at, at, at + interval '40 minutes', at + interval '1 second',
         gen_random_uuid(), 'worker', '{"messageId":"<1@acme.test>"}'
       from (select now() - random() * interval '365 days' as at from generate_series(1, $1)) moments`,
      [Math.min(left, BATCH_ROWS)],
    );
  }
  await client.query("vacuum (analyze) action_log");
}

/** Two-phase attempts whose workers all died after they had begun, an hour past their deadline. */
export async function insertStale(client: Client, count: number): Promise<void> {
  await client.query("insert into policy (kind, recovery) values ('bench_ask', 'ask') on conflict do nothing");
  await client.query(
    `insert into action_log (key, run_id, kind, status, step, target, payload, payload_hash, attempted_at,
       first_attempted_at, deadline_at, claim_token, claimed_by, two_phase, effect_started_at)
     select encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'run-' || gen_random_uuid(), 'bench_ask',
       'in_flight', 0, 'ana@acme.test', $2, $3, at, at, at + interval '40 minutes', gen_random_uuid(), 'worker-1',
       true, at
     from (select now() - interval '2 hours' - random() * interval '1 hour' as at from generate_series(1, $1)) moments`,
    [count, PAYLOAD, PAYLOAD_HASH],
  );
  await client.query("analyze action_log");
}

/** Cases that wait: of three kinds, four causes, 200 hosts and a run for every twenty; one in a hundred is asked for. */
export async function insertOpenReviews(client: Client, count: number): Promise<void> {
  await client.query(
    `with cases as (
       select n, encode(sha256(gen_random_uuid()::text::bytea), 'hex') as key, now() - n * interval '7 seconds' as at,
         (array['send_email', 'create_invoice', 'post_message'])[1 + n % 3] as kind,
         case when n % 50 = 0 then 'did_not_happen' else 'may_have_happened' end as failure
       from generate_series(1, $1) n
     ),
     acted as (
       insert into action_log (key, run_id, kind, status, step, target, payload, payload_hash, attempt, failure, doubts,
         judged_attempt, attempted_at, first_attempted_at, completed_at)
       select key, 'run-' || n / 20, kind, 'failed', n, 'ana-' || n || '@host-' || n % 200 || '.test', $2, $3,
         1 + n % 3, failure, case failure when 'did_not_happen' then 0 else 1 end, 1 + n % 3, at, at, at
       from cases
       returning key
     ),
     attempted as (
       insert into action_attempt (action_key, attempt, attempted_at, effect_started_at, ended_by, phase, outcome)
       select key, 1 + n % 3, at, at, 'worker', (array['body_sent', 'connected', null])[1 + n % 3], failure from cases
     )
     select count(*) from acted`,
    [count, PAYLOAD, PAYLOAD_HASH],
  );
  await client.query(
    `insert into review (action_key, attempt, cause, reason, opened_at)
     select key, attempt, (array['stale', 'failed_in_doubt', 'attempts_used', 'window_over'])[1 + step % 4],
       'Attempt 1 never reported how it ended.', attempted_at
     from action_log where status = 'failed'`,
  );
  await client.query(
    `insert into review_request (review_id, type, requested_by, reason, payload_hash, expires_at, attempt)
     select r.id, 'resend', 'bench-' || a.step % 7, 'It did not arrive', a.payload_hash,
       now() + (1 + a.step % 1000) * interval '1 minute', r.attempt
     from review r join action_log a on a.key = r.action_key where a.step % 100 = 1`,
  );
  await client.query("vacuum (analyze) action_log, action_attempt, review, review_request");
}
