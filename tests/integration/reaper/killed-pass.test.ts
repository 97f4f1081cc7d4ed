import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { minutesAgo, seedAction } from "./seed.ts";

const { pool } = testDatabase();
const LOCK_NUMBER = 4711;
const BATCH_ROWS = 1000;

async function read(sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(sql);
  return rows;
}

async function until(sql: string, signal: AbortSignal): Promise<void> {
  while ((await read(sql)).length === 0) signal.throwIfAborted();
}

/** What belongs together: an action that failed has one review, one attempt and one audit row; any other has none. */
const STATES = `
  select a.status, array[
      (select count(*)::int from review v where v.action_key = a.key),
      (select count(*)::int from action_attempt t where t.action_key = a.key),
      (select count(*)::int from audit_log l where l.subject_type = 'action' and l.subject_id = a.key)] as followed,
    count(*)::int as actions
  from action_log a group by 1, 2 order by 1, 2`;

it("killed in the middle of its second batch, it leaves nothing half done, and the next pass finishes", async ({
  signal,
}) => {
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempted_at, deadline_at, claim_token)
     select gen_random_uuid(), 'run-1', 'send_email', 'in_flight', now() - interval '2 hours',
       now() - interval '1 hour', gen_random_uuid()
     from generate_series(1, $1)`,
    [BATCH_ROWS + 9],
  );
  const last = await seedAction(pool, { deadline_at: minutesAgo(1) });
  // The review of the last action waits for a lock that this test holds.
  await pool.query(`
    create function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${LOCK_NUMBER}); return new; end $$;
    create trigger hold_up before insert on review for each row when (new.action_key = '${last}')
      execute function hold_up()`);
  const holder = await pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("select pg_advisory_lock($1)", [LOCK_NUMBER]);

  const child = spawn(process.execPath, ["scripts/reap.ts", "--once"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const waiting = `
    select l.pid from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
  await until(waiting, signal);
  const [backend] = await read(waiting);
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  await holder.query("select pg_advisory_unlock($1)", [LOCK_NUMBER]);
  await until(`select where not exists (select from pg_stat_activity where pid = ${String(backend?.["pid"])})`, signal);

  expect(await read(STATES)).toEqual([
    { status: "failed", followed: [1, 1, 1], actions: BATCH_ROWS },
    { status: "in_flight", followed: [0, 0, 0], actions: 10 },
  ]);
  expect(await read("select finished_at, stopped_by from reaper_run")).toEqual([
    { finished_at: null, stopped_by: null },
  ]);

  expect(await runPass()).toMatchObject({ asked: 10, stoppedBy: "done" });

  expect(await read(STATES)).toEqual([{ status: "failed", followed: [1, 1, 1], actions: BATCH_ROWS + 10 }]);
});
