import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { requestRows } from "#tests/support/rows.ts";
import { caseView, viewCase } from "./case-view.ts";
import { faultyWorker, releasedAction } from "./faulty-worker.ts";
import { LOSS, LOSSES } from "./losses.ts";

const { pool, url } = testDatabase();

const SECOND_ATTEMPT = caseView({ attempt: 2, doubts: 1, attempts: ["may_have_happened"] });

describe("row 2: a claim whose answer is lost is found again by its token, and executed once", () => {
  it.each(LOSSES)(`of a new action: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_claim_new", moment, times);

    expect(await worker.deliver()).toEqual({ attempt: 1 });

    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([1]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView());
  });

  it.each(LOSSES)(`of a released action: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    await releasedAction(pool, worker.intent);
    const struck = worker.proxy.drop("notwice_claim_released", moment, times);

    expect(await worker.deliver()).toEqual({ attempt: 2 });

    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([2]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(SECOND_ATTEMPT);
  });

  it.each(LOSSES)(`of what work() finds, and the look for it too: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const kind = `worked-${String(twoPhase)}-${moment}-${times}`;
    const worker = await faultyWorker(url, { intent: testIntent({ kind }), twoPhase });
    await releasedAction(pool, worker.intent);
    const struck = worker.proxy.drop("notwice_claim_next_released", moment, 1);
    const blind = worker.proxy.drop("notwice_read_claimed", moment, times);
    const stop = new AbortController();
    const errors: unknown[] = [];
    const handler: typeof worker.effect = async (context) => {
      stop.abort();
      return worker.effect(context);
    };

    await worker.log.work(
      { [kind]: handler },
      { signal: stop.signal, twoPhase, pollMs: 5, onError: (error) => errors.push(error) },
    );

    expect([struck.times, blind.times]).toEqual([1, times]);
    // Where nothing was claimed it says so, and looks again.
    expect(errors).toHaveLength(moment === "before" ? 1 : 0);
    expect(worker.effects).toEqual([2]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(SECOND_ATTEMPT);
  });

  it.each(LOSSES)(`of a gated intent, which is held once: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const kind = `gated-${String(twoPhase)}-${moment}-${times}`;
    await pool.query("insert into policy (kind, gate) values ($1, 'before_send')", [kind]);
    const worker = await faultyWorker(url, { intent: testIntent({ kind }), twoPhase });
    const struck = worker.proxy.drop("notwice_hold_intent", moment, times);

    expect(await worker.deliver()).toBe("HeldError");

    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(
      caseView({ status: "held", attempt: 0, reviews: ["open"] }),
    );
    const { rows } = await pool.query("select key from action_log where run_id = $1", [worker.intent.runId]);
    expect(await requestRows(pool, rows[0].key)).toMatchObject([{ state: "pending" }]);
  });
});
