import { expect, it } from "vitest";
import { GET, POST } from "#app/api/cron/reaper/route.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const SECRET = "a-secret-of-the-tests";
process.env["CRON_SECRET"] = SECRET;

async function call(handler: typeof GET, method: string, authorization?: string): Promise<Response> {
  const headers = authorization === undefined ? {} : { authorization };
  return handler(new Request("http://localhost/api/cron/reaper", { method, headers }));
}

async function passes(): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as passes from reaper_run");
  return Number(rows[0].passes);
}

it.each([
  ["GET", GET],
  ["POST", POST],
])("%s runs one pass and answers with its counts", async (method, handler) => {
  const key = `stale-${method}`;
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempted_at)
     values ($1, 'run-1', 'send_email', 'in_flight', now() - interval '2 hours')`,
    [key],
  );

  const response = await call(handler, method, `Bearer ${SECRET}`);

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ fetched: 1, asked: 1, stoppedBy: "done" });
  expect(await reviewRows(pool, key)).toHaveLength(1);
});

it.each([
  ["without a secret", undefined],
  ["with another secret", "Bearer another-secret-of-theirs"],
  ["with the secret under another scheme", `Basic ${SECRET}`],
  ["with a part of the secret", `Bearer ${SECRET.slice(0, -1)}`],
])("is refused %s, and nothing runs", async (_how, authorization) => {
  const before = await passes();
  for (const [method, handler] of [
    ["GET", GET],
    ["POST", POST],
  ] as const) {
    expect((await call(handler, method, authorization)).status).toBe(401);
  }
  expect(await passes()).toBe(before);
});

it("is refused while no secret is set", async () => {
  delete process.env["CRON_SECRET"];
  expect((await call(GET, "GET", "Bearer ")).status).toBe(401);
  expect((await call(GET, "GET", "Bearer undefined")).status).toBe(401);
  process.env["CRON_SECRET"] = SECRET;
});
