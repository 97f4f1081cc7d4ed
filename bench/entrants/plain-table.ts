import type { Client } from "pg";

/** The table of the pattern as it is usually written: seven columns, one key. */
export async function createPlainTable(client: Client): Promise<void> {
  await client.query(
    `create table plain_action_log (key text primary key, run_id text not null, kind text not null,
       status text not null, result jsonb, attempted_at timestamptz not null, completed_at timestamptz)`,
  );
}
