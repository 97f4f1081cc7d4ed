import type { Pool } from "pg";

export type ActionRow = Record<string, unknown> & { key: string; status: string; attempt: number };

export async function actionRow(pool: Pool, key: string): Promise<ActionRow> {
  const { rows } = await pool.query("select * from action_log where key = $1", [key]);
  if (rows.length !== 1) throw new Error(`no action ${key}`);
  return rows[0];
}

export async function attemptRows(pool: Pool, key: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query("select * from action_attempt where action_key = $1 order by attempt, id", [key]);
  return rows;
}

export async function reviewRows(pool: Pool, key: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query("select * from review where action_key = $1 order by opened_at", [key]);
  return rows;
}

export async function requestRows(pool: Pool, key: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(
    `select q.* from review_request q join review v on v.id = q.review_id
     where v.action_key = $1 order by q.requested_at`,
    [key],
  );
  return rows;
}

export async function auditActions(pool: Pool, subjectId: string): Promise<string[]> {
  const { rows } = await pool.query("select action from audit_log where subject_id = $1 order by id", [subjectId]);
  return rows.map((row) => row.action);
}

/** Releases a failed action as a policy would, so that a test can go on from there. */
export async function releaseByPolicy(pool: Pool, key: string, reason = "absent"): Promise<void> {
  const { rowCount } = await pool.query(
    `update action_log set status = 'released', claim_token = null, completed_at = null, released_at = now(),
       release_reason = $2, claimable_at = now(), release_expires_at = now() + interval '1 hour',
       revision = revision + 1
     where key = $1 and status = 'failed'`,
    [key, reason],
  );
  if (rowCount !== 1) throw new Error(`action ${key} could not be released`);
}
