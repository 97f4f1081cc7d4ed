import { expect, it, onTestFinished } from "vitest";
import * as reaper from "#app/api/cron/reaper/route.ts";
import { passResultSchema } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { serveRoute } from "#tests/support/live-route.ts";

const { pool } = testDatabase();
const SECRET = "a-secret-of-the-tests";
process.env["CRON_SECRET"] = SECRET;
const LOCK_NUMBER = 4712;

async function seedStale(count: number): Promise<void> {
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempted_at, deadline_at, claim_token)
     select gen_random_uuid(), 'run-1', 'send_email', 'in_flight', now() - interval '2 hours',
       now() - interval '1 hour', gen_random_uuid()
     from generate_series(1, $1)`,
    [count],
  );
}

async function one(sql: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(sql);
  return rows[0] ?? {};
}

async function call(url: string, query = "", signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET}` };
  return fetch(`${url}/api/cron/reaper${query}`, { method: "POST", headers, ...(signal && { signal }) });
}

const CASES = `
  select count(*)::int as actions, count(*) filter (where a.status = 'failed')::int as failed,
    count(v.id)::int as reviews, count(distinct v.action_key)::int as reviewed
  from action_log a left join review v on v.action_key = a.key`;

it("calls that overlap share the work: each action is judged once, and each call leaves its row", async () => {
  const url = await serveRoute(reaper);
  await seedStale(5000);

  const answers = await Promise.all([1, 2, 3, 4].map(() => call(url)));

  const passes = await Promise.all(answers.map(async (answer) => passResultSchema.parse(await answer.json())));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(passes.map(({ asked }) => asked).reduce((sum, asked) => sum + asked)).toBe(5000);
  for (const { fetched, asked, overtaken } of passes) expect(asked + overtaken).toBe(fetched);
  expect(await one(CASES)).toEqual({ actions: 5000, failed: 5000, reviews: 5000, reviewed: 5000 });
  const { rows } = await pool.query("select id, stopped_by from reaper_run where finished_at is not null");
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(passes.map(({ runId }) => runId)));
});

it("a call repeated finds nothing left to do", async () => {
  const url = await serveRoute(reaper);
  await seedStale(3);
  await call(url);
  const before = await one(CASES);
  expect(await (await call(url)).json()).toMatchObject({ fetched: 0, stoppedBy: "done" });
  expect(await one(CASES)).toEqual(before);
});

it("a caller who hangs up does not stop the pass", async ({ signal }) => {
  const url = await serveRoute(reaper);
  await seedStale(1);
  // The review waits for a lock that this test holds.
  await pool.query(`
    create function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${LOCK_NUMBER}); return new; end $$;
    create trigger hold_up before insert on review for each row execute function hold_up()`);
  const holder = await pool.connect();
  onTestFinished(async () => {
    holder.release();
    await pool.query("drop trigger hold_up on review; drop function hold_up()");
  });
  await holder.query("select pg_advisory_lock($1)", [LOCK_NUMBER]);
  const caller = new AbortController();

  const answer = call(url, "", caller.signal);
  const waiting = `
    select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
  while ((await one(waiting))["waiting"] === 0) signal.throwIfAborted();
  caller.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  await holder.query("select pg_advisory_unlock($1)", [LOCK_NUMBER]);

  const newest = "select stopped_by, counts -> 'asked' as asked from reaper_run order by started_at desc limit 1";
  while ((await one(newest))["stopped_by"] === null) signal.throwIfAborted();
  expect(await one(newest)).toEqual({ stopped_by: "done", asked: 1 });
  expect(await one(CASES)).toMatchObject({ actions: 5004, reviews: 5004 });
});

it("ends by itself at the deadline the caller names, with work left for the next call", async () => {
  const url = await serveRoute(reaper);
  await seedStale(30_000);

  expect(await (await call(url, "?deadlineSeconds=1")).json()).toMatchObject({ stoppedBy: "deadline" });

  const took = "select extract(epoch from finished_at - started_at)::float as seconds from reaper_run";
  const { seconds } = await one(`${took} order by started_at desc limit 1`);
  // The batch it was at when its time was over included.
  expect(seconds).toBeLessThan(10);
  const { actions, failed, reviews } = await one(CASES);
  expect(failed).toBe(reviews);
  expect(failed).toBeGreaterThan(5004);
  expect(failed).toBeLessThan(Number(actions));
});

it("asks for no more time than platforms give, and ends before that", () => {
  expect(reaper.maxDuration).toBe(60);
});

it.each(["0", "51", "soon", "-1"])("refuses a deadline of %s seconds, and nothing runs", async (seconds) => {
  const url = await serveRoute(reaper);
  const { passes } = await one("select count(*)::int as passes from reaper_run");
  expect((await call(url, `?deadlineSeconds=${seconds}`)).status).toBe(422);
  expect(await one("select count(*)::int as passes from reaper_run")).toEqual({ passes });
});
