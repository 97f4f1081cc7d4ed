import { describe, expect, it, onTestFinished } from "vitest";
import { prisma } from "#lib/db/index.ts";
import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { fetchStale } from "#lib/reaper/sql/fetch-stale.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { actionRow, attemptRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction } from "./seed.ts";

const { pool } = testDatabase();
const MINUTE_MS = 60_000;
const IN_AN_HOUR = minutesAgo(-60);

/** Claimed ten minutes ago, its deadline an hour away, a heartbeat promised every minute. */
async function seedBeating(columns: Record<string, unknown> = {}): Promise<string> {
  return seedAction(pool, {
    attempted_at: minutesAgo(10),
    deadline_at: IN_AN_HOUR,
    heartbeat_every_ms: MINUTE_MS,
    ...columns,
  });
}

describe("a worker that promised heartbeats", () => {
  it.each([
    ["never sent one", { attempted_at: minutesAgo(3.1) }],
    ["has missed three since its last", { heartbeat_at: minutesAgo(3.1) }],
    ["has missed three, and its claim has no deadline", { heartbeat_at: minutesAgo(3.1), deadline_at: null }],
    ["missed them long ago and is past its deadline too", { heartbeat_at: minutesAgo(5), deadline_at: minutesAgo(1) }],
    ["has no deadline and is older than its policy allows", { attempted_at: minutesAgo(60), deadline_at: null }],
    [
      "promised one in longer than any integer of milliseconds times three",
      {
        attempted_at: minutesAgo(5 * 24 * 60 * 50),
        heartbeat_every_ms: 2_000_000_000,
      },
    ],
  ])("and %s is judged, once", async (_what, columns) => {
    const key = await seedBeating(columns);
    expect(await runPass()).toMatchObject({ fetched: 1, asked: 1 });
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", cause: "stale" }]);
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1, outcome: "may_have_happened" }]);
  });

  it("is judged though it still beats, once its deadline is over", async () => {
    const key = await seedBeating({ heartbeat_at: new Date(), deadline_at: minutesAgo(1) });
    expect((await runPass()).asked).toBe(1);
    expect((await actionRow(pool, key)).status).toBe("failed");
  });

  it.each([
    ["beats", { heartbeat_at: minutesAgo(2.5) }],
    ["was claimed a moment ago", { attempted_at: minutesAgo(2.5) }],
    ["promised them further apart", { heartbeat_every_ms: 60 * MINUTE_MS }],
    ["promised none", { heartbeat_every_ms: null }],
    ["sent some without having promised any", { heartbeat_every_ms: null, heartbeat_at: minutesAgo(9) }],
    ["waits for another look", { next_check_at: IN_AN_HOUR }],
    ["has succeeded", { status: "succeeded", completed_at: minutesAgo(5) }],
  ])("is left alone where it %s", async (_what, columns) => {
    const key = await seedBeating(columns);
    const before = await actionRow(pool, key);
    expect((await runPass()).fetched).toBe(0);
    expect(await actionRow(pool, key)).toEqual(before);
    await pool.query("update action_log set next_check_at = 'infinity', revision = revision + 1 where key = $1", [key]);
  });

  it("wins with a heartbeat that comes between the reaper's reading and its writing", async () => {
    const worker = openWorker(pool);
    const attempt = await startAttempt(worker, testIntent(), { heartbeatMs: 10 * MINUTE_MS });
    onTestFinished(async () => void (await attempt.finish("sent")));
    const { key } = attempt.context;
    await pool.query(
      "update action_log set attempted_at = now() - interval '1 hour', revision = revision + 1 where key = $1",
      [key],
    );
    const ports = {
      judge,
      readPolicies: async (keys: readonly string[]) => {
        await attempt.context.heartbeat();
        return readBindingPolicies(keys);
      },
    };

    expect(await runPass({}, ports)).toMatchObject({ fetched: 1, overtaken: 1, asked: 0 });

    expect((await actionRow(pool, key)).status).toBe("in_flight");
    expect((await runPass()).fetched).toBe(0);
  });
});

it("young claims are not walked over: what is read does not grow with them", async () => {
  const stale = await seedBeating({ attempted_at: minutesAgo(9) });
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempted_at, deadline_at, heartbeat_every_ms)
     select gen_random_uuid(), 'run-young', 'send_email', 'in_flight', clock_timestamp(), now() + interval '1 hour',
       (array[60000, 90000, 120000])[1 + n % 3]
     from generate_series(1, 30000) n`,
  );
  await pool.query("vacuum analyze action_log");

  const before = await entriesRead();
  expect((await fetchStale(1000, [])).map((row) => row.key)).toEqual([stale]);
  expect((await entriesRead()) - before).toBeLessThan(100);
});

/** How many rows and index entries of the table were read so far. */
async function entriesRead(): Promise<number> {
  // The connection that read them is the one used last.
  await prisma().$executeRaw`select pg_stat_force_next_flush()`;
  await prisma().$executeRaw`select`;
  const { rows } = await pool.query(
    `select (t.seq_tup_read + sum(i.idx_tup_read))::int as entries
     from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
     where t.relname = 'action_log' group by t.seq_tup_read`,
  );
  return rows[0].entries;
}
