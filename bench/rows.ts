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
