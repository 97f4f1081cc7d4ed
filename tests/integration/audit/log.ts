import type { Pool, PoolClient } from "pg";
import { sealRows, type Verified, verifyChain } from "#lib/audit/index.ts";
import type { Fault } from "#lib/audit/index.ts";

/** Rows as a writer of any kind adds them; their ids, in order. */
export async function write(db: Pool | PoolClient, count: number, actor = "mailer-1"): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
     select 'worker', $2, 'action.landed_late', 'action', 'a-' || n, jsonb_build_object('attempt', n, 'from', 'failed')
     from generate_series(1, $1::int) n returning id::text`,
    [count, actor],
  );
  return rows.map(({ id }) => id);
}

/** One pass of it, with time and room enough. */
export async function seal(limit = 100_000): Promise<number> {
  const { rows } = await sealRows({ limit, isOver: () => false });
  return rows;
}

export async function verify(
  options: { since?: Date; expected?: string[] } = {},
): Promise<Verified & { found: Fault[]; kinds: string[] }> {
  const found: Fault[] = [];
  const expected = new Set(options.expected ?? []);
  const verified = await verifyChain({ since: options.since, expected, tell: (fault) => found.push(fault) });
  return { ...verified, found, kinds: found.map(({ kind }) => kind) };
}

/** What a superuser does who wants no trigger to see it. */
export async function tamper(pool: Pool, ...statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}

export async function chain(pool: Pool): Promise<{ id: string; from: string; to: string; hash: string }[]> {
  const { rows } = await pool.query(
    "select id::text, from_id::text as from, to_id::text as to, hash from audit_seal order by from_id",
  );
  return rows;
}
