import { randomUUID } from "node:crypto";
import { actionKey, type ActionLog, type ActionLogDb, NotExecuted, openActionLog, payloadHash } from "@notwice/once";
import type { Pool } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent, type TestIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, auditActions, releaseByPolicy, reviewRows } from "#tests/support/rows.ts";
import { performOverHttp, step, tokenSecret } from "#tests/support/workers/api-worker.ts";

const { pool } = testDatabase();
let secret: string;

beforeAll(async () => {
  secret = await tokenSecret(pool);
});

/** Case 15: one answer, whichever way the same action is called again. */
const ENTRY_POINTS: [
  string,
  (log: ActionLog, key: string, intent: TestIntent, effect: () => unknown) => Promise<unknown>,
][] = [
  ["once", (log, key, intent, effect) => log.once(key, intent, effect)],
  ["perform", (log, _key, intent, effect) => log.perform(intent, effect)],
  ["run", (log, _key, { runId, ...step }, effect) => log.run(runId).perform(step, effect)],
  [
    "a resumed run",
    async (log, _key, { runId, ...step }, effect) => {
      const run = log.run(runId);
      await run.resume();
      return run.perform(step, effect);
    },
  ],
  ["the HTTP API", (_log, _key, intent, effect) => performOverHttp(secret, intent, effect)],
  [
    "the HTTP API by its key alone",
    (_log, key, { runId, kind }, effect) => performOverHttp(secret, { key, runId, kind }, effect),
  ],
];

/** A database whose worker stops once it has looked for a release. */
function db(pool: Pool, stop: AbortController): ActionLogDb {
  return {
    adapter: "pg",
    async query({ name, text, values }) {
      const { rows } = await pool.query(text, values);
      if (name === "notwice_claim_next_released") stop.abort();
      return rows;
    },
  };
}

function neverRun(): never {
  throw new Error("the effect ran");
}

describe.each(ENTRY_POINTS)("a second call by %s", (_name, call) => {
  const again = (key: string, intent: TestIntent, effect: () => unknown = neverRun) =>
    call(openWorker(pool, "second"), key, intent, effect);

  async function doubtful(): Promise<{ intent: TestIntent; key: string }> {
    const intent = testIntent();
    const refused = await refusalOf(openWorker(pool).perform(intent, () => Promise.reject(new Error("reply lost"))));
    expect(refused).toMatchObject({ name: "ActionFailedError", failure: "may_have_happened" });
    const { rows } = await pool.query("select key from action_log where run_id = $1", [intent.runId]);
    return { intent, key: rows[0].key };
  }

  it("of a succeeded action gets the stored result", async () => {
    const intent = testIntent();
    const first = await startAttempt(openWorker(pool), intent);
    const stored = await first.finish({ id: "m1", at: new Date(0), gone: undefined });
    expect(stored).toEqual({ id: "m1", at: "1970-01-01T00:00:00.000Z" });
    expect(await again(first.context.key, intent)).toEqual(stored);
  });

  it("of an action in flight is told to come back when its time is up", async () => {
    const intent = testIntent();
    const first = await startAttempt(openWorker(pool), intent, { timeoutMs: 60_000 });
    const refused = await refusalOf(again(first.context.key, intent));
    expect(refused).toMatchObject({ name: "InFlightError", disposition: "retry", key: first.context.key });
    expect(Reflect.get(refused, "retryAfterMs")).toBeGreaterThan(30_000);
    expect(Reflect.get(refused, "retryAfterMs")).toBeLessThanOrEqual(60_000);
    await first.finish(1);
  });

  it("of a released action claims and executes the next attempt", async () => {
    const { intent, key } = await doubtful();
    await releaseByPolicy(pool, key);
    expect(await again(key, intent, () => "second")).toBe("second");
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, doubts: 1 });
  });

  it("of a release that may not be claimed yet waits for it; of a lapsed one for a person", async () => {
    const { intent, key } = await doubtful();
    await releaseByPolicy(pool, key);
    await pool.query("update action_log set claimable_at = now() + interval '1 minute' where key = $1", [key]);
    const early = await refusalOf(again(key, intent));
    expect(early).toMatchObject({ name: "InFlightError", disposition: "retry" });
    expect(Reflect.get(early, "retryAfterMs")).toBeGreaterThan(30_000);
    await pool.query(
      "update action_log set claimable_at = now() - interval '2 h', release_expires_at = now() - interval '1 h' where key = $1",
      [key],
    );
    expect(await refusalOf(again(key, intent))).toMatchObject({ name: "HeldError", disposition: "park" });
    expect(await actionRow(pool, key)).toMatchObject({ status: "released", attempt: 1 });
  });

  it("case 01: of a doubtful action waits, first for the judgement, then for a person", async () => {
    const { intent, key } = await doubtful();
    expect(await refusalOf(again(key, intent))).toMatchObject({ name: "InFlightError", disposition: "retry" });
    await reap();
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open" }]);
    expect(await refusalOf(again(key, intent))).toMatchObject({ name: "HeldError", disposition: "park" });
    await pool.query("update policy set nudge = 'none' where kind = 'send_email'");
    const unnudged = await refusalOf(again(key, intent));
    await pool.query("update policy set nudge = 'worker' where kind = 'send_email'");
    expect(unnudged).toMatchObject({ name: "HeldError", disposition: "retry", retryAfterMs: 300_000 });
  });

  it("of a dismissed action is told to forget it", async () => {
    const { intent, key } = await doubtful();
    await pool.query("update action_log set status = 'dismissed', revision = revision + 1 where key = $1", [key]);
    expect(await refusalOf(again(key, intent))).toMatchObject({ name: "DismissedError", disposition: "drop" });
  });

  it("of a replaced action gets what became of the one that replaced it, to the end of the chain", async () => {
    const { intent, key } = await doubtful();
    const last = testIntent({ payload: "edited twice" });
    const done = await startAttempt(openWorker(pool), last);
    await done.finish("sent at last");
    const middle = (await doubtful()).key;
    const replace =
      "update action_log set status = 'dismissed', replaced_by = $2, revision = revision + 1 where key = $1";
    await pool.query(replace, [key, middle]);
    await pool.query(replace, [middle, done.context.key]);
    expect(await again(key, intent)).toBe("sent at last");
  });

  it("of a kind that is paused waits, and executes nothing", async () => {
    const { intent, key } = await doubtful();
    await releaseByPolicy(pool, key);
    await pool.query("update policy set paused = true where kind = 'send_email'");
    const released = await refusalOf(again(key, intent));
    const fresh = await refusalOf(openWorker(pool).perform(testIntent(), neverRun));
    await pool.query("update policy set paused = false where kind = 'send_email'");
    expect(released).toMatchObject({ name: "InFlightError", disposition: "retry" });
    expect(fresh).toMatchObject({ name: "InFlightError", disposition: "retry" });
    expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
  });
});

describe("another payload", () => {
  it("case 14: at a step that is taken is refused, and the run handle ends", async () => {
    const intent = testIntent();
    const first = await startAttempt(openWorker(pool), intent);
    const reworded = { ...intent, payload: { subject: "Hi there" } };
    const inFlight = await refusalOf(openWorker(pool).perform(reworded, neverRun));
    expect(inFlight).toMatchObject({ name: "StepTakenError", disposition: "park", key: first.context.key });
    await first.finish("sent");

    const { runId, ...step } = reworded;
    const run = openWorker(pool).run(runId);
    const done = await refusalOf(run.perform(step, neverRun));
    expect(done).toMatchObject({ name: "StepTakenError" });
    expect(await refusalOf(run.perform(testIntent({ step: 5 }), neverRun))).toBe(done);
    expect(await auditActions(pool, first.context.key)).toEqual(["action.step_taken"]);
  });

  it("at a step that is taken gets the stored result where the caller asks for it", async () => {
    const intent = testIntent();
    await openWorker(pool).perform(intent, () => "sent");
    const reworded = { ...intent, payload: { subject: "Hi there" } };
    const stored = { onStepTaken: "use-stored" } as const;
    expect(await openWorker(pool).perform(reworded, neverRun, stored)).toBe("sent");
    const other = { ...reworded, target: "bo@acme.test" };
    expect(await refusalOf(openWorker(pool).perform(other, neverRun, stored))).toMatchObject({
      name: "StepTakenError",
    });
  });

  it("case 14: with another hash under the same key is refused, whatever became of the action", async () => {
    for (const status of ["in_flight", "succeeded", "dismissed"]) {
      const intent = testIntent();
      const key = actionKey({ ...intent, payloadHash: payloadHash(intent.payload) });
      await pool.query(
        "insert into action_log (key, run_id, kind, status, payload_hash) values ($1, $2, $3, $4, repeat('0', 64))",
        [key, intent.runId, intent.kind, status],
      );
      expect(await refusalOf(openWorker(pool).perform(intent, neverRun))).toMatchObject({
        name: "PayloadMismatchError",
        disposition: "park",
      });
    }
  });

  it("case 14: under a key of the caller's own is not known, for such a key carries no hash", async () => {
    const intent = testIntent();
    const first = await startAttempt(openWorker(pool), intent);
    await first.finish(1);
    await pool.query(
      "insert into action_log (key, run_id, kind, status, payload_hash) select 'other-' || key, run_id, kind, 'succeeded', repeat('0', 64) from action_log where key = $1",
      [first.context.key],
    );
    const { rows } = await pool.query("select key from action_log where key like 'other-%'");
    expect(await openWorker(pool).once(rows[0].key, intent, neverRun)).toBeNull();
  });
});

describe("a definite failure", () => {
  it("did not happen, and says so; the next call waits for the policy", async () => {
    const intent = testIntent();
    const refused = await refusalOf(
      openWorker(pool).perform(intent, () =>
        Promise.reject(new NotExecuted("550 no such user", { permanent: true, phase: "sender_ok" })),
      ),
    );
    expect(refused).toMatchObject({ name: "ActionFailedError", failure: "did_not_happen" });
    const { rows } = await pool.query("select * from action_log where run_id = $1", [intent.runId]);
    expect(rows[0]).toMatchObject({
      status: "failed",
      failure: "did_not_happen",
      doubts: 0,
      error: { permanent: true, phase: "sender_ok" },
    });
  });
});

describe("case 15: an action that failed and waits for a person", () => {
  it("has one answer for once, perform, run and the HTTP API, and none for those who take what is released", async () => {
    const intent = testIntent({ kind: "one_answer" });
    await refusalOf(openWorker(pool).perform(intent, () => Promise.reject(new Error("reply lost"))));
    const key = actionKey({ ...intent, payloadHash: payloadHash(intent.payload) });
    await reap();
    const before = await actionRow(pool, key);

    const answers = await Promise.all(
      ENTRY_POINTS.map(([, call]) => refusalOf(call(openWorker(pool, "second"), key, intent, neverRun))),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ name: "HeldError", disposition: "park", key, message: expect.any(String) });
      expect(Reflect.get(answer, "retryAfterMs")).toBeUndefined();
    }
    const sentences = answers.map(({ message }) => message.toLowerCase().replace(/\.$/, ""));
    expect(new Set(sentences)).toEqual(new Set([`action ${key.slice(0, 10)} waits for a person`]));

    const released = { token: randomUUID(), kinds: [intent.kind], max: 10 };
    expect((await step("released", secret, released)).body).toEqual({ actions: [] });
    const stop = new AbortController();
    const looked = db(pool, stop);
    await openActionLog({ db: looked, worker: "second" }).work({ [intent.kind]: neverRun }, { signal: stop.signal });
    expect(await actionRow(pool, key)).toEqual(before);
  });
});
