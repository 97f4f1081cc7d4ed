import type { Pool } from "pg";
import { minutesAgo, seedFailed, setPolicy } from "#tests/integration/reaper/seed.ts";
import { releaseByPolicy } from "#tests/support/rows.ts";
import type { Receiver } from "./receiver.ts";

export interface NudgeRow {
  id: string;
  tries: number;
  sent: boolean;
  /** Seconds until its next try; null where there will be none. */
  dueIn: number | null;
  error: string | null;
}

let kinds = 0;

/** A kind of its own, whose workers are told at that receiver. */
export async function webhookKind(
  pool: Pool,
  webhook: Receiver["webhook"] | null,
  columns: Record<string, unknown> = {},
): Promise<string> {
  kinds += 1;
  const kind = `told_${kinds}`;
  await setPolicy(pool, kind, { nudge: "webhook", nudge_webhook: webhook, ...columns });
  return kind;
}

/** A released action of that kind, and the nudge of its release, due now. */
export async function seedNudge(pool: Pool, kind: string, columns: Record<string, unknown> = {}): Promise<string> {
  const key = await seedFailed(pool, { kind, judged_attempt: 1, ...columns });
  await releaseByPolicy(pool, key);
  await pool.query(
    "insert into nudge (action_key, attempt, kind, channel, next_at) values ($1, $2, $3, 'webhook', $4)",
    [key, columns["attempt"] ?? 1, kind, minutesAgo(1)],
  );
  return key;
}

export async function nudgeRow(pool: Pool, key: string): Promise<NudgeRow> {
  const { rows } = await pool.query<NudgeRow>(
    `select id, tries, sent_at is not null as sent, error,
       case when isfinite(next_at) then extract(epoch from next_at - clock_timestamp())::float end as "dueIn"
     from nudge where action_key = $1`,
    [key],
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} nudges for ${key}`);
  return row;
}

/** As if the pause before its next try were over. */
export async function makeDue(pool: Pool, key: string): Promise<void> {
  await pool.query("update nudge set next_at = now() where action_key = $1 and isfinite(next_at)", [key]);
}
