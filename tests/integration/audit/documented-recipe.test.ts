import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { chain, seal, write } from "./log.ts";

const { pool } = testDatabase();

it("the SQL of docs/audit.md makes the same lines and the same hash, whatever the session is set to", async () => {
  await write(pool, 3);
  await pool.query(
    `insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail, via, request_id, roles, reason, address)
     values ('person', 'bo', 'request.created', 'request', 'r, "1"', '{"b": 1.50, "a": "é\\n"}', 'screen', 'x', '{operator,"a b"}',
       E'Ana said: "no" — ü\\n2', '10.0.0.1'), ('person', '', 'x.y', 'policy', 'p', '{}', '', null, '{}', null, null)`,
  );
  await seal();
  await write(pool, 2);
  await seal();
  const document = await readFile(join(ROOT, "docs", "audit.md"), "utf8");
  const [lines = "", hash = ""] = [...document.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql);
  const client = await pool.connect();
  for (const setting of ["time zone 'Asia/Kathmandu'", "datestyle to 'German'", "extra_float_digits to -15"]) {
    await client.query(`set ${setting}`);
  }
  for (const { id, hash: sealed } of await chain(pool)) {
    const entries = await client.query({ text: lines.replace(":seal", "$1"), values: [id], rowMode: "array" });
    const stored = await pool.query("select entries from audit_seal where id = $1", [id]);
    expect(entries.rows[0]?.[0]).toBe(stored.rows[0].entries);
    const made = await client.query({ text: hash.replace(":seal", "$1"), values: [id], rowMode: "array" });
    expect(made.rows[0]?.[0]).toBe(sealed);
  }
  client.release(true);
});
