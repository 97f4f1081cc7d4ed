import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { listRunsInputSchema } from "#lib/runs/contract.ts";
import { listRuns, readRun } from "#lib/runs/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { person, stuckCase } from "#tests/support/desk.ts";
import { edit } from "../edits/editing.ts";

const { pool } = testDatabase();
let bo: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
});

const list = (given: object = {}) => listRuns(bo, listRunsInputSchema.parse(given));
const idsOf = async (given: object = {}) => (await list(given)).items.map(({ runId }) => runId);

async function finished(runId: string): Promise<void> {
  await openWorker(pool, "agent-1").perform(testIntent({ runId }), () => "done");
}

describe("the list of runs", () => {
  it("is what has open work, longest paused first, then what runs", async () => {
    const kind = `kind-${randomUUID()}`;
    const [late, early, running, over] = [`${kind}-late`, `${kind}-early`, `${kind}-running`, `${kind}-over`];
    await stuckCase(pool, { kind, runId: late, openedAt: "2026-12-01T09:00:00Z" });
    await stuckCase(pool, { kind, runId: early, step: 1, openedAt: "2026-12-01T08:00:00Z" });
    await stuckCase(pool, { kind, runId: early, step: 2, openedAt: "2026-12-01T10:00:00Z", status: "held" });
    await startAttempt(openWorker(pool, "agent-7"), testIntent({ kind, runId: running }));
    await finished(over);

    const { items } = await list({ kind });
    expect(items).toMatchObject([
      {
        runId: early,
        state: "paused",
        stuck: 1,
        kinds: [kind],
        waiting: { step: 1 },
        pausedSince: "2026-12-01T08:00:00.000Z",
      },
      { runId: late, state: "paused", stuck: 1 },
      { runId: running, state: "running", stuck: 0, waiting: null, pausedSince: null, agent: "agent-7" },
    ]);
    expect(await idsOf({ kind, state: "running" })).toEqual([running]);
    expect(await idsOf({ kind, state: "paused" })).toEqual([early, late]);
    expect(await idsOf({ kind, stuck: "true" })).toEqual([early, late]);
    expect(await idsOf({ kind, stuck: "false" })).toEqual([running]);
    expect(await idsOf({ text: `${kind}-EARL` })).toEqual([early]);
    expect(await idsOf({ state: "done" })).toEqual([]);
  });

  it("pages without skipping or repeating a run", async () => {
    const kind = `kind-${randomUUID()}`;
    for (let n = 0; n < 7; n += 1) {
      await stuckCase(pool, {
        kind,
        runId: `${kind}-${n}`,
        openedAt: n < 4 ? "2026-12-01T08:00:00Z" : "2026-12-01T07:00:00Z",
      });
    }
    await startAttempt(openWorker(pool), testIntent({ kind, runId: `${kind}-z` }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ kind, limit: 3, ...(cursor !== null && { cursor }) });
      seen.push(...page.items.map(({ runId }) => runId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(["4", "5", "6", "0", "1", "2", "3", "z"].map((n) => `${kind}-${n}`));
  });

  it("finds a run that is over by its whole id, with its state, once", async () => {
    const [done, stopped, open] = [`done-${randomUUID()}`, `stopped-${randomUUID()}`, `open-${randomUUID()}`];
    await finished(done);
    await finished(stopped);
    await pool.query(
      "insert into action_log (key, run_id, kind, status, step) values (gen_random_uuid()::text, $1, 'k', 'dismissed', 1)",
      [stopped],
    );
    await stuckCase(pool, { runId: open });
    expect((await list({ text: done })).items).toMatchObject([{ runId: done, state: "done", agent: "agent-1" }]);
    expect((await list({ text: stopped })).items).toMatchObject([{ runId: stopped, state: "stopped" }]);
    expect(await idsOf({ text: done.slice(0, 12) })).toEqual([]);
    expect(await idsOf({ text: open })).toEqual([open]);
    expect(await idsOf({ text: done, state: "stopped" })).toEqual([]);
  });

  it("reads partial indexes alone, and a run by the index of its steps or of what has none", async () => {
    await pool.query(
      `insert into action_log (key, run_id, kind, status, step, completed_at)
       select gen_random_uuid()::text, 'old-' || n / 5, 'k', 'succeeded', case when n % 2 = 0 then n end, now()
       from generate_series(1, 20000) n`,
    );
    await pool.query("analyze action_log");
    const { rows } = await pool.query(
      `explain (format json) select key from action_log where run_id = 'old-7' and step is not null and replaced_by is null
       union all select key from action_log where run_id = 'old-7' and step is null and replaced_by is null`,
    );
    const plan = JSON.stringify(rows[0]);
    expect(plan).toContain("action_log_run_step_key");
    expect(plan).toContain("action_log_unnumbered_run_idx");
    expect(plan).not.toContain("Seq Scan");
  });
});

describe("a run", () => {
  it("says what each step gives a resume, in order, and where a resume gets to", async () => {
    const runId = `run-${randomUUID()}`;
    await finished(runId);
    const waiting = await stuckCase(pool, { runId, step: 1 });
    await pool.query(
      `insert into action_log (key, run_id, kind, status, step, target, release_reason, released_at, claimable_at,
         release_expires_at)
       values ($1, $2, 'k', 'released', 2, 't', 'absent', now(), now(), now() + interval '1 hour')`,
      [randomUUID(), runId],
    );
    const flight = await startAttempt(openWorker(pool), testIntent({ runId, step: 3 }));
    await pool.query("insert into action_log (key, run_id, kind, status, step) values ($1, $2, 'k', 'dismissed', 4)", [
      randomUUID(),
      runId,
    ]);
    const detail = await readRun(bo, runId);
    expect(detail.steps.map(({ step, standing }) => [step, standing])).toEqual([
      [0, "stored"],
      [1, "person"],
      [2, "executes"],
      [3, "worker"],
      [4, "dropped"],
    ]);
    expect(detail.next).toEqual({ actionKey: waiting.key, step: 1, standing: "person" });
    expect(detail.run).toMatchObject({ state: "paused", stuck: 1, waiting: { step: 1, reviewId: waiting.reviewId } });
    expect(detail.cancel).toEqual({ dismisses: 2, leavesInFlight: 1 });
    expect(detail.isCapped).toBe(false);
    await flight.finish("sent");
  });

  it("shows the live version of a step alone, and that it was edited", async () => {
    const stuck = await stuckCase(pool, { runId: `run-${randomUUID()}` });
    const first = await edit(pool, bo, stuck.key);
    const last = await edit(pool, bo, first.actionKey);
    const { rows } = await pool.query("select run_id from action_log where key = $1", [stuck.key]);
    const { steps, run } = await readRun(bo, rows[0].run_id);
    expect(steps).toMatchObject([{ actionKey: last.actionKey, versionsBefore: 2, standing: "person" }]);
    expect(run).toMatchObject({ state: "paused", stuck: 0 });
  });

  it("of seven-column workers is found too, and one that nobody knows is not", async () => {
    const runId = `run-${randomUUID()}`;
    await pool.query("insert into action_log (key, run_id, kind, status) values ($1, $2, 'k', 'succeeded')", [
      randomUUID(),
      runId,
    ]);
    expect(await readRun(bo, runId)).toMatchObject({
      run: { state: "done" },
      steps: [{ step: null, standing: "stored" }],
    });
    await expect(readRun(bo, "no-such-run")).rejects.toMatchObject({ status: 404 });
  });
});
