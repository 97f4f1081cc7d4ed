import { type ActionLogDb, openActionLog } from "@notwice/once";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";

const { pool } = testDatabase();

function neverRun(): never {
  throw new Error("the effect ran");
}

/** The database, with the names of what it was asked; it refuses some of it. */
function spiedDb(refused: string[] = []): { db: ActionLogDb; statements: string[] } {
  const statements: string[] = [];
  const db: ActionLogDb = {
    adapter: "pg",
    async query({ name, text, values }) {
      statements.push(name);
      if (refused.includes(name)) throw new Error("the connection was lost");
      return (await pool.query(text, values)).rows;
    },
  };
  return { db, statements };
}

describe("a run", () => {
  it("numbers its steps in call order and resumes after the one that died", async () => {
    const runId = testIntent().runId;
    const effects: string[] = [];
    const step = (target: string) => ({ kind: "send_email", target, payload: { target } });
    const first = openWorker(pool).run(runId);
    for (const name of ["a", "b", "c", "d"]) {
      await first.perform(step(name), () => effects.push(name));
    }
    const again = openWorker(pool).run(runId);
    const replayed: number[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      replayed.push(await again.perform(step(name), () => effects.push(name)));
    }
    expect(effects).toEqual(["a", "b", "c", "d", "e"]);
    expect(replayed).toEqual([1, 2, 3, 4, 5]);
    const { rows } = await pool.query("select step, target from action_log where run_id = $1 order by step", [runId]);
    expect(rows.map((row) => `${row.step}${row.target}`)).toEqual(["0a", "1b", "2c", "3d", "4e"]);
  });

  it("that is resumed reads what it has stored once, and asks for each step that has no result", async () => {
    const { runId, kind, target } = testIntent();
    const first = openWorker(pool).run(runId);
    for (const n of [1, 2, 3]) await first.perform({ kind, target, payload: { n } }, () => ({ sent: n }));
    const { db, statements } = spiedDb();
    const again = openActionLog({ db }).run(runId);
    expect(await again.resume()).toBe(3);
    statements.length = 0;
    const sent: unknown[] = [];
    for (const n of [1, 2, 3]) sent.push(await again.perform({ kind, target, payload: { n } }, neverRun));
    expect(sent).toEqual([{ sent: 1 }, { sent: 2 }, { sent: 3 }]);
    expect(statements).toEqual([]);
    expect(await again.perform({ kind, target, payload: { n: 4 } }, () => "new")).toBe("new");
    expect(statements).toEqual(["notwice_claim_new", "notwice_succeed"]);
  });

  it("looks before it claims once a step had its result, and claims where it finds none", async () => {
    const { runId, kind, target } = testIntent();
    const first = openWorker(pool).run(runId);
    for (const n of [1, 2, 3]) await first.perform({ kind, target, payload: { n } }, () => n);
    const { db, statements } = spiedDb();
    const again = openActionLog({ db }).run(runId);
    for (const n of [1, 2, 3]) expect(await again.perform({ kind, target, payload: { n } }, neverRun)).toBe(n);
    for (const n of [4, 5]) expect(await again.perform({ kind, target, payload: { n } }, () => n)).toBe(n);
    expect(statements).toEqual([
      "notwice_check_server",
      "notwice_claim_new",
      "notwice_read_stored_result",
      "notwice_read_stored_result",
      "notwice_read_stored_result",
      "notwice_claim_new",
      "notwice_succeed",
      "notwice_claim_new",
      "notwice_succeed",
    ]);
  });

  it("that looks and is not answered claims, and is told by the claim", async () => {
    const { runId, kind, target } = testIntent();
    const first = openWorker(pool).run(runId);
    for (const n of [1, 2]) await first.perform({ kind, target, payload: { n } }, () => n);
    const { db } = spiedDb(["notwice_read_stored_result"]);
    const again = openActionLog({ db }).run(runId);
    for (const n of [1, 2]) expect(await again.perform({ kind, target, payload: { n } }, neverRun)).toBe(n);
  });

  it("that is resumed reads ahead no more than memory should hold", async () => {
    const { runId, kind, target } = testIntent();
    await openWorker(pool)
      .run(runId)
      .perform({ kind, target, payload: { n: 1 } }, () => "small");
    // Larger than the library stores itself: any SQL may have written it.
    await pool.query(
      `insert into action_log (key, run_id, kind, status, step, target, result, completed_at)
       values ($1, $1, $2, 'succeeded', 1, $3, to_jsonb(repeat('x', 16777216)), now())`,
      [runId, kind, target],
    );
    expect(await openWorker(pool).run(runId).resume()).toBe(1);
  });

  it("takes the same intent again for the same step, when its call failed", async () => {
    const run = openWorker(pool).run(testIntent().runId);
    const mail = { kind: "send_email", target: "ana@acme.test", payload: { n: 1 } };
    let effects = 0;
    const refusals: string[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const refused = await refusalOf(
        run.perform(mail, () => {
          effects += 1;
          throw new Error("time-out after the last byte");
        }),
      );
      refusals.push(refused.name);
    }
    expect(effects).toBe(1);
    expect(refusals).toEqual(["ActionFailedError", "InFlightError", "InFlightError"]);
    expect(await run.perform({ ...mail, payload: { n: 2 } }, () => "next")).toBe("next");
    const { rows } = await pool.query("select step from action_log where run_id = $1 order by step", [run.runId]);
    expect(rows).toEqual([{ step: 0 }, { step: 1 }]);
  });

  it("refuses calls that overlap without steps of their own, before anything is claimed", async () => {
    const run = openWorker(pool).run(testIntent().runId);
    const { runId: _, step: __, ...unnumbered } = testIntent();
    const first = run.perform(unnumbered, () => 1);
    const second = await refusalOf(run.perform({ ...unnumbered, payload: 2 }, () => 2));
    const numbered = await refusalOf(run.perform({ ...unnumbered, step: 7, payload: 3 }, () => 3));
    await first;
    for (const refused of [second, numbered]) {
      expect(refused).toBeInstanceOf(TypeError);
      expect(refused.message).toMatch(/^step: /);
    }
    const { rows } = await pool.query("select step from action_log where run_id = $1", [run.runId]);
    expect(rows).toEqual([{ step: 0 }]);
  });

  it("lets a fan-out overlap whose calls each give their step", async () => {
    const run = openWorker(pool).run(testIntent().runId);
    const fan = [3, 1, 2].map((step) =>
      run.perform({ kind: "send_email", target: `t${step}`, payload: step, step }, () => step),
    );
    expect(await Promise.all(fan)).toEqual([3, 1, 2]);
    expect(await run.perform({ kind: "send_email", target: "next", payload: 0 }, () => "next")).toBe("next");
    const { rows } = await pool.query("select max(step) from action_log where run_id = $1", [run.runId]);
    expect(rows).toEqual([{ max: 4 }]);
  });
});
