import { randomUUID } from "node:crypto";
import pg from "pg";
import { serve } from "./serve.ts";

/** The pattern as it is usually written: seven columns, two statements. */
const CLAIM = `insert into plain_action_log (key, run_id, kind, status, attempted_at)
  values ($1, $2, 'bench', 'in_flight', now()) on conflict do nothing returning key`;
const SUCCEED = `update plain_action_log set status = 'succeeded', result = $2, completed_at = now() where key = $1`;
const RESULT = JSON.stringify({ messageId: "<1@acme.test>" });

await serve(async (url, form) => {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const named = (name: string, text: string) => (form === "prepared" ? { name, text } : { text });
  return {
    async act() {
      const key = randomUUID();
      const claimed = await pool.query({ ...named("claim", CLAIM), values: [key, key] });
      if (claimed.rowCount !== 1) throw new Error("not claimed");
      await pool.query({ ...named("succeed", SUCCEED), values: [key, RESULT] });
    },
  };
});
