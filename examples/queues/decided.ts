import type { Pool } from "pg";

const DECIDED = `
select key from action_log
where key = any($1) and (status in ('succeeded', 'dismissed')
  or status = 'released' and claimable_at <= clock_timestamp() and release_expires_at > clock_timestamp())`;

/**
 * Which of these actions no job has to wait for any longer: their release may be claimed, or they are settled.
 * Read from their state, not from an event: a release has to wait out its hold, and a dismissal is not announced.
 */
export async function decidedActions(pool: Pool, keys: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>(DECIDED, [keys]);
  return new Set(rows.map(({ key }) => key));
}
