import type { Pool } from "pg";

/**
 * The pattern as anybody would have written it before Notwice: seven columns, three words, `where key =`.
 * It knows nothing of ours and has to keep working against our schema.
 */
export function plainWorker(pool: Pool) {
  async function claim(key: string, runId: string, kind: string): Promise<boolean> {
    const { rows } = await pool.query(
      `insert into action_log (key, run_id, kind, status) values ($1, $2, $3, 'in_flight')
       on conflict (key) do nothing returning key`,
      [key, runId, kind],
    );
    return rows.length === 1;
  }

  async function succeed(key: string, result: unknown): Promise<void> {
    await pool.query("update action_log set status = 'succeeded', result = $2, completed_at = now() where key = $1", [
      key,
      JSON.stringify(result),
    ]);
  }

  async function fail(key: string): Promise<void> {
    await pool.query("update action_log set status = 'failed', completed_at = now() where key = $1", [key]);
  }

  async function once<T>(key: string, of: { runId: string; kind: string }, effect: () => Promise<T>): Promise<T> {
    if (!(await claim(key, of.runId, of.kind))) {
      const { rows } = await pool.query("select status, result from action_log where key = $1", [key]);
      if (rows[0].status === "succeeded") return rows[0].result;
      throw new Error(`in flight: ${key}`);
    }
    try {
      const result = await effect();
      await succeed(key, result);
      return result;
    } catch (error) {
      await fail(key);
      throw error;
    }
  }

  return { claim, succeed, fail, once };
}
