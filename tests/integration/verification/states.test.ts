import { NotExecuted } from "@notwice/once";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { readEvidence } from "#lib/verification/index.ts";
import { seedRequested } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, type OpenAttempt, startAttempt, testIntent } from "#tests/support/case.ts";
import { FakeChat } from "#tests/support/fake-provider/chat.ts";
import { actionRow, auditActions, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";
import { chatRule, KIND, makeDue, openReview, seedDue, verifyKind } from "./setting.ts";

const { pool } = testDatabase();
let chat: FakeChat;

beforeAll(async () => {
  chat = await FakeChat.start();
  await verifyKind(pool, chatRule(chat));
});
afterAll(async () => chat[Symbol.asyncDispose]());
beforeEach(() => {
  chat.beforeAnswer = () => Promise.resolve();
});

/** What happens to the action between the question and its answer. */
function whileAsking(happen: (key: string) => Promise<unknown>): void {
  chat.beforeAnswer = async (key) => {
    chat.beforeAnswer = () => Promise.resolve();
    await happen(key);
  };
}

async function landed(key: string): Promise<void> {
  await chat.post({ channel: "#sales", text: "Hello", client_id: key });
}

/** An attempt that this worker holds no more: judged, its check due. */
async function overdueAttempt(): Promise<OpenAttempt> {
  const attempt = await startAttempt(openWorker(pool), testIntent({ kind: KIND }), { timeoutMs: 1 });
  await runPass();
  const { key } = attempt.context;
  expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
  await pool.query("update action_attempt set deadline_at = now() - interval '1 hour' where action_key = $1", [key]);
  await makeDue(pool, key);
  return attempt;
}

const evidenceOf = async (key: string) =>
  (await readEvidence(key)).map(({ answer, consequence }) => `${answer}: ${consequence}`);

describe("landed", () => {
  it("closes a review that was opened meanwhile, as verified", async () => {
    const key = await seedDue(pool);
    await landed(key);
    whileAsking(() => openReview(pool, key));

    expect(await runPass()).toMatchObject({ settled: 1 });

    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", settled_by: "verification" });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "verified", version: 2 }]);
  });

  it("case 26: takes a pending request off the table", async () => {
    const { key } = await seedRequested(pool, {}, { kind: KIND });
    await makeDue(pool, key);
    await landed(key);

    expect(await runPass()).toMatchObject({ settled: 1 });

    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "verified" }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "superseded", decided_at: expect.any(Date) }]);
  });

  it("settles an action that was released or dismissed meanwhile, so that nobody claims it", async () => {
    for (const happen of [
      (key: string) => releaseByPolicy(pool, key),
      (key: string) =>
        pool.query(
          "update action_log set status = 'dismissed', next_check_at = null, revision = revision + 1 where key = $1",
          [key],
        ),
    ]) {
      const key = await seedDue(pool);
      await landed(key);
      whileAsking(happen);
      expect(await runPass()).toMatchObject({ settled: 1 });
      expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", settled_by: "verification" });
    }
  });

  it("is kept on a newer attempt in flight, which ends succeeded even where it fails", async () => {
    const worker = openWorker(pool);
    const intent = testIntent({ kind: KIND });
    const first = await startAttempt(worker, intent, { timeoutMs: 1 });
    const { key } = first.context;
    await runPass();
    await makeDue(pool, key);
    await landed(key);
    let newer: OpenAttempt | undefined;
    whileAsking(async () => {
      await releaseByPolicy(pool, key);
      newer = await startAttempt(openWorker(pool, "worker-2"), intent);
    });

    expect(await runPass()).toMatchObject({ settled: 1 });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "in_flight",
      attempt: 2,
      late_attempt: 1,
      duplicate: "suspected",
    });
    await newer?.fail(new NotExecuted("refused"));
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", duplicate: null });
    await first.finish({ id: "m1" });
  });

  it("stops a newer attempt that has not begun", async () => {
    const intent = testIntent({ kind: KIND });
    const first = await startAttempt(openWorker(pool), intent, { timeoutMs: 1 });
    const { key } = first.context;
    await runPass();
    await makeDue(pool, key);
    await landed(key);
    let newer: OpenAttempt | undefined;
    whileAsking(async () => {
      await releaseByPolicy(pool, key);
      newer = await startAttempt(openWorker(pool, "worker-2"), intent, { twoPhase: true });
    });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "verification",
      claim_token: null,
    });
    await expect(newer?.context.begin()).rejects.toThrow();
    await newer?.fail(new Error("lost"));
    await first.finish({ id: "m1" });
  });

  it("changes nothing where the worker's own success came first, and that stays the result", async () => {
    const attempt = await overdueAttempt();
    const { key } = attempt.context;
    await landed(key);
    whileAsking(() => attempt.finish({ id: "m1" }));

    expect(await runPass()).toMatchObject({ overtaken: 1, settled: 0 });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "late_worker",
      result: { id: "m1" },
      duplicate: null,
    });
    expect(await auditActions(pool, key)).not.toContain("action.verified");
    expect(await evidenceOf(key)).toEqual(["landed: overtaken"]);
  });
});

describe("absent", () => {
  it("is kept as evidence beside an open review, whose version moves, and releases nothing", async () => {
    const key = await seedDue(pool);
    whileAsking(() => openReview(pool, key));

    expect(await runPass()).toMatchObject({ fetched: 1, released: 0 });

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 1, next_check_at: null });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 2 }]);
    expect(await evidenceOf(key)).toEqual(["absent: review_open"]);
    expect((await runPass()).fetched).toBe(0);
  });

  it("leaves a pending request as it is, to be seen anew by whoever signs", async () => {
    const { key } = await seedRequested(pool, {}, { kind: KIND });
    await makeDue(pool, key);
    await runPass();
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
    expect(await requestRows(pool, key)).toMatchObject([{ state: "pending" }]);
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 2 }]);
  });

  it.each([
    ["a late success", async (key: string) => landedByWorker(key), { status: "succeeded" }],
    ["a release and a claim", async (key: string) => claimedAnew(key), { status: "in_flight", attempt: 2 }],
    ["a dismissal", async (key: string) => dismissed(key), { status: "dismissed" }],
  ])("changes nothing after %s", async (_what, happen, expected) => {
    const key = await seedDue(pool);
    whileAsking(happen);
    expect(await runPass()).toMatchObject({ fetched: 1, overtaken: 1, released: 0 });
    expect(await actionRow(pool, key)).toMatchObject(expected);
    expect(await evidenceOf(key)).toEqual(["absent: overtaken"]);
  });

  it("of one attempt says nothing of a later one that failed meanwhile", async () => {
    const key = await seedDue(pool);
    whileAsking(async () => {
      await claimedAnew(key);
      await pool.query(
        `update action_log set status = 'failed', failure = 'may_have_happened', doubts = 2, judged_attempt = 2,
           next_check_at = now() + interval '1 hour', revision = revision + 1 where key = $1`,
        [key],
      );
    });
    expect(await runPass()).toMatchObject({ overtaken: 1 });
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 2 });
  });

  it("does not undo a worker's late success that races it", async () => {
    const attempt = await overdueAttempt();
    const { key } = attempt.context;
    let finished: Promise<unknown> | undefined;
    // The report and the answer arrive together.
    whileAsking(() => Promise.resolve((finished = attempt.finish({ id: "m1" }))).then(() => undefined));

    await runPass();
    await finished;

    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
  });

  async function landedByWorker(key: string): Promise<void> {
    await pool.query(
      "select notwice_late_success($1, 1, (select claim_token from action_log where key = $1), '{}', 'late_worker', 'w')",
      [key],
    );
  }

  async function claimedAnew(key: string): Promise<void> {
    await releaseByPolicy(pool, key);
    await pool.query(
      `update action_log set status = 'in_flight', attempt = 2, claim_token = gen_random_uuid(), failure = null,
         attempted_at = now(), deadline_at = now() + interval '15 minutes', revision = revision + 1 where key = $1`,
      [key],
    );
  }

  async function dismissed(key: string): Promise<void> {
    await pool.query(
      "update action_log set status = 'dismissed', next_check_at = null, revision = revision + 1 where key = $1",
      [key],
    );
  }
});
