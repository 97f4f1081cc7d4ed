import { beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, releaseByPolicy } from "#tests/support/rows.ts";
import { caseView, viewCase } from "./case-view.ts";
import { faultyWorker, letDeadlinePass, releasedAction, RETRIED_KIND, setPolicies } from "./faulty-worker.ts";

const { pool, url } = testDatabase();

async function rowOf(runId: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>("select * from action_log where run_id = $1", [runId]);
  return rows[0] ?? {};
}

beforeAll(async () => {
  await setPolicies(pool);
});

describe("row 5: a claim that arrives late", () => {
  it.each([false, true])("changes nothing after its own repeat: two phases %s", async (twoPhase) => {
    const worker = await faultyWorker(url, { twoPhase });
    const claim = worker.proxy.delay("notwice_claim_new");
    expect(await worker.deliver()).toEqual({ attempt: 1 });
    const before = await rowOf(worker.intent.runId);

    await claim.deliver();

    expect(await rowOf(worker.intent.runId)).toEqual(before);
    expect(worker.effects).toEqual([1]);
  });

  it.each([false, true])("does not take an action again that it took already: two phases %s", async (twoPhase) => {
    const worker = await faultyWorker(url, { twoPhase });
    const key = await releasedAction(pool, worker.intent);
    const claim = worker.proxy.delay("notwice_claim_released");
    expect(await worker.deliver({}, worker.losingTheReply)).toBe("ActionFailedError");
    await releaseByPolicy(pool, key);

    await claim.deliver();

    expect(await actionRow(pool, key)).toMatchObject({ status: "released", attempt: 2 });
    expect(await worker.deliver()).toEqual({ attempt: 3 });
    expect(worker.effects).toEqual([2, 3]);
  });

  /** It lands while its caller is cut off, and the reaper passes before the caller is back. */
  async function orphaned(twoPhase: boolean) {
    const worker = await faultyWorker(url, { twoPhase });
    const claim = worker.proxy.delay("notwice_claim_new");
    const cutOff = worker.proxy.drop("notwice_claim_new", "before", Number.POSITIVE_INFINITY);
    const caller = worker.deliver({ timeoutMs: 1 });
    await claim.deliver();
    await reap();
    return { worker, cutOff, caller, runId: worker.intent.runId };
  }

  it("when nobody waits for it is given back: two phases true", async () => {
    const { worker, cutOff, caller, runId } = await orphaned(true);

    expect(await openWorker(pool).perform(worker.intent, worker.effect, { twoPhase: true })).toEqual({ attempt: 2 });

    expect(cutOff.times).toBeGreaterThan(0);
    worker.proxy.heal();
    expect(await caller).toEqual({ attempt: 2 });
    expect(worker.effects).toEqual([2]);
    expect(await viewCase(pool, runId)).toEqual(caseView({ attempt: 2, attempts: ["not_started"] }));
  });

  it("when nobody waits for it is a person's, since nobody can know: two phases false", async () => {
    const { worker, caller, runId } = await orphaned(false);

    worker.proxy.heal();

    expect(await caller).toBe("HeldError");
    expect(worker.effects).toEqual([]);
    const doubt = { failure: "may_have_happened", doubts: 1, attempts: ["may_have_happened"] };
    expect(await viewCase(pool, runId)).toEqual(caseView({ status: "failed", ...doubt, reviews: ["open"] }));
  });

  it("does not let its caller claim anew by the token that has ended: two phases true", async () => {
    const { worker, caller, runId } = await orphaned(true);

    worker.proxy.heal();

    expect(await caller).toBe("InFlightError");
    expect(await rowOf(runId)).toMatchObject({ status: "released", attempt: 1 });
    expect(await worker.deliver()).toEqual({ attempt: 2 });
    expect(worker.effects).toEqual([2]);
  });
});

describe("a word about an attempt that ended meanwhile does nothing to the newer one", () => {
  it("begin", async () => {
    const worker = await faultyWorker(url, { twoPhase: true });
    const begin = worker.proxy.delay("notwice_begin");
    expect(await worker.deliver()).toBe("ActionFailedError");
    await reap();
    const newer = await startAttempt(openWorker(pool), worker.intent, { twoPhase: true });

    await begin.deliver();

    expect(await actionRow(pool, newer.context.key)).toMatchObject({ attempt: 2, effect_started_at: null });
    await newer.context.begin();
    expect(await newer.finish("sent")).toBe("sent");
    expect(worker.effects).toEqual([]);
  });

  it.each([false, true])("a failure, also once the newer one succeeded: two phases %s", async (twoPhase) => {
    const worker = await faultyWorker(url, { intent: testIntent({ kind: RETRIED_KIND }), twoPhase });
    const [late, later] = [worker.proxy.delay("notwice_fail"), worker.proxy.delay("notwice_fail")];
    expect(await worker.deliver({}, worker.losingTheReply)).toBe("ActionFailedError");
    await reap();
    const newer = await startAttempt(openWorker(pool), worker.intent);
    const running = await rowOf(worker.intent.runId);

    await late.deliver();

    expect(await rowOf(worker.intent.runId)).toEqual(running);
    expect(await newer.finish("sent")).toBe("sent");
    await later.deliver();
    expect(await rowOf(worker.intent.runId)).toMatchObject({ status: "succeeded", attempt: 2, result: "sent" });
    expect(await viewCase(pool, worker.intent.runId)).toEqual(
      caseView({ attempt: 2, doubts: 1, attempts: ["may_have_happened"] }),
    );
  });

  it.each([false, true])("a success that its worker could not have recorded: two phases %s", async (twoPhase) => {
    const intent = testIntent({ kind: RETRIED_KIND });
    const worker = await faultyWorker(url, { intent, twoPhase, recordLimitMs: 60 });
    const late = worker.proxy.delay("notwice_succeed");
    worker.proxy.drop("notwice_succeed", "before", Number.POSITIVE_INFINITY);
    expect(await worker.deliver()).toBe("ResultNotRecordedError");
    await letDeadlinePass(pool, intent.runId);
    await reap();
    const newer = await startAttempt(openWorker(pool), intent);
    const running = await rowOf(intent.runId);

    await late.deliver();

    expect(await rowOf(intent.runId)).toEqual(running);
    expect(await newer.finish("sent")).toBe("sent");
    expect(await viewCase(pool, intent.runId)).toEqual(
      caseView({ attempt: 2, doubts: 1, attempts: ["may_have_happened"] }),
    );
  });

  it("a heartbeat", async () => {
    const worker = await faultyWorker(url, { intent: testIntent({ kind: RETRIED_KIND }) });
    const beat = worker.proxy.delay("notwice_heartbeat");
    const told = await worker.deliver({}, async ({ heartbeat }) => {
      await heartbeat();
    });
    expect(told).toBe("ActionFailedError");
    await reap();
    const newer = await startAttempt(openWorker(pool), worker.intent);

    await beat.deliver();

    expect(await actionRow(pool, newer.context.key)).toMatchObject({ attempt: 2, heartbeat_at: null });
    await newer.finish("sent");
  });
});

describe("rows 17 and 18: a worker that hears of its begin after its deadline", () => {
  /** By the server's clock, which is the one that counts; real time, because the worker's has to pass too. */
  async function until(condition: string, runId: string): Promise<void> {
    const question = `select from action_log where run_id = $1 and ${condition}`;
    await vi.waitUntil(async () => (await pool.query(question, [runId])).rowCount === 1, { timeout: 20_000 });
  }
  const DEADLINE_PASSED = "deadline_at < clock_timestamp() - interval '50 ms'";
  const HALF_PASSED = "deadline_at - clock_timestamp() < (deadline_at - attempted_at) * 0.5";
  const NOTHING_RAN = caseView({ status: "failed", failure: "did_not_happen", attempts: ["did_not_happen"] });

  async function heardTooLate(between: () => Promise<unknown>) {
    const worker = await faultyWorker(url, { twoPhase: true });
    const begin = worker.proxy.delayAnswer("notwice_begin");
    const told = worker.deliver({ timeoutMs: 1_000 });
    await begin.underWay;
    await until(DEADLINE_PASSED, worker.intent.runId);
    await between();
    await begin.deliver();
    return { told: await told, effects: worker.effects, view: await viewCase(pool, worker.intent.runId) };
  }

  it("does not go on, and says that nothing happened", async () => {
    const nothing = async () => {};
    expect(await heardTooLate(nothing)).toEqual({ told: "ActionFailedError", effects: [], view: NOTHING_RAN });
  });

  it("does not go on when a person is asked already, who is told so", async () => {
    const attempts = ["may_have_happened/did_not_happen"];
    const view = { ...NOTHING_RAN, attempts, reviews: ["open"] };
    expect(await heardTooLate(reap)).toEqual({ told: "ClaimLostError", effects: [], view });
  });

  it("counts its time from when it asked for the claim, not from when it heard of it", async () => {
    const worker = await faultyWorker(url, { twoPhase: true });
    const [claim, begin] = [worker.proxy.delayAnswer("notwice_claim_new"), worker.proxy.delayAnswer("notwice_begin")];
    const told = worker.deliver({ timeoutMs: 2_000 });
    await claim.underWay;
    await until(HALF_PASSED, worker.intent.runId);
    await claim.deliver();
    await begin.underWay;
    await until(DEADLINE_PASSED, worker.intent.runId);
    await begin.deliver();
    expect(await told).toBe("ActionFailedError");
    expect(worker.effects).toEqual([]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(NOTHING_RAN);
  });
});
