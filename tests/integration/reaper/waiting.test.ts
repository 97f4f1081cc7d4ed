import { expect, it } from "vitest";
import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow, attemptRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, setPolicy } from "./seed.ts";

const { pool } = testDatabase();

async function newestRun(): Promise<unknown> {
  const { rows } = await pool.query("select * from reaper_run order by started_at desc limit 1");
  return rows[0];
}

it("case 03: ten batches of rows that must wait do not starve the one behind them", async () => {
  const LIMIT = 5;
  await setPolicy(pool, "paused_kind", { recovery: "retry", paused: true });
  const waiting = await Promise.all(
    Array.from({ length: 10 * LIMIT }, () => seedAction(pool, { kind: "paused_kind", deadline_at: minutesAgo(90) })),
  );
  const last = await seedAction(pool, { deadline_at: minutesAgo(1) });

  const counts = await runPass({ limit: LIMIT });

  expect(counts).toMatchObject({ fetched: 51, waiting: 50, asked: 1 });
  expect(await reviewRows(pool, last)).toMatchObject([{ state: "open" }]);
  const { rows } = await pool.query(
    "select status, next_check_at > now() as later, count(*)::int from action_log where key = any($1) group by 1, 2",
    [waiting],
  );
  expect(rows).toEqual([{ status: "in_flight", later: true, count: 50 }]);

  const again = await runPass();
  expect(again.fetched).toBe(0);

  await setPolicy(pool, "paused_kind", { recovery: "retry" });
  await pool.query("update action_log set next_check_at = now() where key = any($1)", [waiting]);
  expect((await runPass()).released).toBe(50);
});

it("case 04: a kind without a policy goes before a person, and is neither retried nor dropped", async () => {
  const plain = await seedAction(pool, { kind: "send_fax" });
  const notBegun = await seedAction(pool, { kind: "send_fax", two_phase: true });

  await runPass();

  for (const key of [plain, notBegun]) {
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([
      { cause: "no_policy", reason: expect.stringContaining("no policy for this kind") },
    ]);
  }
});

it("an action that cannot be judged is counted, shown and looked at later, and the others are judged", async () => {
  const broken = await seedAction(pool, { target: "broken", attempt: 2 });
  const sound = await seedAction(pool);
  const ports = {
    readPolicies: readBindingPolicies,
    judge: (...given: Parameters<typeof judge>) => {
      if (given[0].attempt === 2) throw new Error("a fault of ours");
      return judge(...given);
    },
  };

  const counts = await runPass({}, ports);

  expect(counts).toMatchObject({ broken: 1, asked: 1, overtaken: 0 });
  expect(await actionRow(pool, sound)).toMatchObject({ status: "failed" });
  const row = await actionRow(pool, broken);
  expect(row).toMatchObject({ status: "in_flight", doubts: 0 });
  expect(row["next_check_at"]).toEqual(expect.any(Date));
  expect(await newestRun()).toMatchObject({
    error: `Action ${broken.slice(0, 10)} could not be judged: a fault of ours (Error); the log says more.`,
    stopped_by: "done",
  });
  expect((await runPass()).fetched).toBe(0);
});

it("an action that the database refuses to change does not stop its batch", async () => {
  await pool.query(`
    create function refuse_ana() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$;
    create trigger refuse before update of status on action_log for each row
      when (old.target = 'refused') execute function refuse_ana()`);
  const refused = await seedAction(pool, { target: "refused" });
  const others = await Promise.all(Array.from({ length: 6 }, () => seedAction(pool)));

  const counts = await runPass();

  expect(counts).toMatchObject({ fetched: 7, asked: 6, broken: 1 });
  expect(await actionRow(pool, refused)).toMatchObject({ status: "in_flight" });
  expect(await attemptRows(pool, refused)).toEqual([]);
  for (const key of others) expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
  await pool.query("drop trigger refuse on action_log");
});
