import { NotExecuted } from "@notwice/once";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow } from "#tests/support/rows.ts";
import { caseView, viewCase } from "./case-view.ts";
import { faultyWorker, letDeadlinePass, setPolicies, thrownBy } from "./faulty-worker.ts";
import { ENDLESS, type Loss, LOSS, LOSSES } from "./losses.ts";

const { pool, url } = testDatabase();

const IN_DOUBT = caseView({
  status: "failed",
  failure: "may_have_happened",
  doubts: 1,
  attempts: ["may_have_happened"],
});
const BEFORE_A_PERSON = { ...IN_DOUBT, reviews: ["open"] };
const DID_NOT_HAPPEN = caseView({ status: "failed", failure: "did_not_happen", attempts: ["did_not_happen"] });

beforeAll(async () => {
  await setPolicies(pool);
});

describe("rows 6 and 7: a begin whose answer is lost is no begin", () => {
  it.each(["before", "after"] as const)("nothing runs, and it is tried again: lost %s", async (moment) => {
    const worker = await faultyWorker(url, { twoPhase: true });
    const struck = worker.proxy.drop("notwice_begin", moment);

    expect(await worker.deliver()).toBe("ActionFailedError");

    expect(struck.times).toBe(1);
    expect(worker.effects).toEqual([]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(DID_NOT_HAPPEN);
    await reap();
    expect(await worker.deliver()).toEqual({ attempt: 2 });
    expect(worker.effects).toEqual([2]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView({ attempt: 2, attempts: ["did_not_happen"] }));
  });

  it.each(["before", "after"] as const)("in one phase it proves nothing, a person decides: lost %s", async (moment) => {
    const worker = await faultyWorker(url);
    const struck = worker.proxy.drop("notwice_begin", moment);

    expect(await worker.deliver({}, async ({ begin }) => begin())).toBe("ActionFailedError");

    expect(struck.times).toBe(1);
    await reap();
    expect(await worker.deliver()).toBe("HeldError");
    expect(worker.effects).toEqual([]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(BEFORE_A_PERSON);
  });
});

describe("rows 13 and 14: a success is recorded, however often its record is lost", () => {
  it.each(LOSSES)(`and once: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_succeed", moment, times);

    expect(await worker.deliver()).toEqual({ attempt: 1 });
    expect(await worker.deliver()).toEqual({ attempt: 1 });

    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([1]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView());
  });

  async function neverAnswered({ twoPhase, moment, times }: Loss) {
    const worker = await faultyWorker(url, { twoPhase, recordLimitMs: 120 });
    const struck = worker.proxy.drop("notwice_succeed", moment, times);
    const refused = await thrownBy(worker.log.perform(worker.intent, worker.effect, { twoPhase }));
    expect(refused).toMatchObject({ name: "ResultNotRecordedError", disposition: "retry", result: { attempt: 1 } });
    expect(struck.times).toBeGreaterThan(1);
    worker.proxy.heal();
    return worker;
  }

  it.each([false, true])("or left in flight, if it never reaches the server: two phases %s", async (twoPhase) => {
    const worker = await neverAnswered({ twoPhase, moment: "before", times: Number.POSITIVE_INFINITY });

    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView({ status: "in_flight" }));
    expect(await worker.deliver()).toBe("InFlightError");
    await letDeadlinePass(pool, worker.intent.runId);
    await reap();
    expect(await worker.deliver()).toBe("HeldError");
    expect(await viewCase(pool, worker.intent.runId)).toEqual(BEFORE_A_PERSON);
    expect(worker.effects).toEqual([1]);
  });

  it.each([false, true])("also if no answer ever comes: two phases %s", async (twoPhase) => {
    const worker = await neverAnswered({ twoPhase, moment: "after", times: Number.POSITIVE_INFINITY });

    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView());
    expect(await worker.deliver()).toEqual({ attempt: 1 });
    expect(worker.effects).toEqual([1]);
  });
});

describe("a failure is recorded, and counted once, however often its record is lost", () => {
  it.each(LOSSES)(`as a doubt: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_fail", moment, times);

    const told = await thrownBy(worker.log.perform(worker.intent, worker.losingTheReply, { twoPhase }));

    expect(told).toMatchObject({ name: "ActionFailedError", failure: "may_have_happened" });
    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([1]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(IN_DOUBT);
    await reap();
    expect(await worker.deliver()).toBe("HeldError");
    expect(await viewCase(pool, worker.intent.runId)).toEqual(BEFORE_A_PERSON);
  });

  it.each(LOSSES)(`as proof: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_fail", moment, times);
    const refuse = () => Promise.reject(new NotExecuted("refused"));

    const told = await thrownBy(worker.log.perform(worker.intent, refuse, { twoPhase }));

    expect(told).toMatchObject({ name: "ActionFailedError", failure: "did_not_happen" });
    expect(struck.times).toBe(times);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(DID_NOT_HAPPEN);
    await reap();
    expect(await worker.deliver()).toEqual({ attempt: 2 });
    expect(worker.effects).toEqual([2]);
  });

  it.each(ENDLESS)(`or nothing is claimed, if no answer ever comes: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase, recordLimitMs: 120 });
    worker.proxy.drop("notwice_fail", moment, times);

    const told = await thrownBy(worker.log.perform(worker.intent, worker.losingTheReply, { twoPhase }));

    const cause = { errors: [{ message: "reply lost" }, {}] };
    expect(told).toMatchObject({ name: "FailureNotRecordedError", failure: "may_have_happened", cause });
    expect(await viewCase(pool, worker.intent.runId)).toEqual(
      moment === "before" ? caseView({ status: "in_flight" }) : IN_DOUBT,
    );
  });
});

describe("a heartbeat that is lost changes nothing", () => {
  it.each(LOSSES)(`of the attempt: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_heartbeat", moment, times);
    const deadlines: unknown[] = [];
    let lost = 0;

    const told = await worker.deliver({}, async (context) => {
      deadlines.push((await actionRow(pool, context.key))["deadline_at"]);
      for (let beat = 0; beat < times; beat++) await context.heartbeat().catch(() => (lost += 1));
      await context.heartbeat();
      deadlines.push((await actionRow(pool, context.key))["deadline_at"]);
      expect(context.signal.aborted).toBe(false);
      return worker.effect(context);
    });

    expect([struck.times, lost]).toEqual([times, times]);
    expect(told).toEqual({ attempt: 1 });
    expect(deadlines[1]).toEqual(deadlines[0]);
    expect(worker.effects).toEqual([1]);
    expect(await viewCase(pool, worker.intent.runId)).toEqual(caseView());
  });
});

describe("a late report is heard once, however often it is lost", () => {
  it.each(LOSSES)(`of a success: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_late_success", moment, times);

    const told = await worker.deliver({}, async (context) => {
      const result = await worker.effect(context);
      await letDeadlinePass(pool, worker.intent.runId);
      await reap();
      return result;
    });

    expect(told).toEqual({ attempt: 1 });
    expect(struck.times).toBe(times);
    expect(worker.effects).toEqual([1]);
    const late = { settledBy: "late_worker", lateAttempt: 1, reviews: ["landed_late"] };
    expect(await viewCase(pool, worker.intent.runId)).toEqual(
      caseView({ ...late, doubts: 1, attempts: ["may_have_happened/landed"] }),
    );
  });

  it.each(LOSSES)(`of proof that nothing happened: ${LOSS}`, async ({ twoPhase, moment, times }) => {
    const worker = await faultyWorker(url, { twoPhase });
    const struck = worker.proxy.drop("notwice_late_failure", moment, times);

    const told = await worker.deliver({}, async ({ begin }) => {
      if (twoPhase) await begin();
      await letDeadlinePass(pool, worker.intent.runId);
      await reap();
      throw new NotExecuted("refused");
    });

    expect(told).toBe("ClaimLostError");
    expect(struck.times).toBe(times);
    expect(await viewCase(pool, worker.intent.runId)).toEqual({
      ...DID_NOT_HAPPEN,
      attempts: ["may_have_happened/did_not_happen"],
      reviews: ["open"],
    });
  });
});

it("a worker whose first question to the server is lost asks it again", async () => {
  const worker = await faultyWorker(url);
  const struck = worker.proxy.drop("notwice_check_server", "after");
  expect(await worker.deliver()).toEqual({ attempt: 1 });
  expect(struck.times).toBe(1);
});
