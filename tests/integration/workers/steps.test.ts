import { randomUUID } from "node:crypto";
import { actionKey, payloadHash } from "@notwice/once";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";
import { type Answer, type Step, step, tokenSecret } from "#tests/support/workers/api-worker.ts";

const { pool } = testDatabase();
let secret: string;

beforeAll(async () => {
  secret = await tokenSecret(pool);
});

const ask = (name: Step, body: unknown): Promise<Answer> => step(name, secret, body);

type Held = { key: string; token: string; attempt: number };

async function claimed(over: object = {}): Promise<Held> {
  const { status, body } = await ask("claim", { token: randomUUID(), ...testIntent(), ...over });
  expect([status, body]).toMatchObject([200, { outcome: "claimed", attempt: 1 }]);
  return { key: String(body["key"]), token: String(body["token"]), attempt: 1 };
}

/** The deadline passes, the reaper judges, and the action is released and claimed again. */
async function takenOver(held: Held): Promise<Held> {
  await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [held.key]);
  await reap();
  await releaseByPolicy(pool, held.key);
  const token = randomUUID();
  const { rows } = await pool.query("select run_id, kind from action_log where key = $1", [held.key]);
  const again = await ask("claim", { token, key: held.key, runId: rows[0].run_id, kind: rows[0].kind });
  expect(again.body).toMatchObject({ outcome: "claimed", attempt: 2, payload: { subject: "Hello" } });
  return { ...held, token, attempt: 2 };
}

describe("claim", () => {
  it("stores the intent under the well-known key, and says what its holder needs", async () => {
    const intent = testIntent({ payload: { b: 1, a: ["é"] } });
    const token = randomUUID();
    const { body } = await ask("claim", { token, ...intent, worker: "pod-3", timeoutMs: 60_000, heartbeatMs: 5_000 });
    const hash = payloadHash(intent.payload);
    const key = actionKey({ ...intent, payloadHash: hash });
    const timeLeftMs = expect.any(Number);
    const held = { key, attempt: 1, token, payloadHash: hash, timeLeftMs };
    expect(body).toEqual({ outcome: "claimed", ...held, payload: intent.payload });
    expect(await actionRow(pool, key)).toMatchObject({
      status: "in_flight",
      claimed_by: "mailer/pod-3",
      claim_token: token,
      payload: '{"a":["é"],"b":1}',
      heartbeat_every_ms: 5_000,
      two_phase: false,
    });
  });

  it("repeated after its answer was lost recognises its own, until it has begun", async () => {
    const request = { token: randomUUID(), ...testIntent(), twoPhase: true };
    const first = await ask("claim", request);
    const repeat = await ask("claim", request);
    expect({ ...repeat.body, timeLeftMs: 0 }).toEqual({ ...first.body, timeLeftMs: 0 });
    const { key, token, attempt } = first.body;
    expect((await ask("begin", { key, token, attempt })).status).toBe(200);
    expect(await ask("claim", request)).toMatchObject({ status: 409, body: { error: "InFlightError" } });
  });

  it("refuses a key that is not the intent's, and claims nothing", async () => {
    const intent = testIntent();
    const refused = await ask("claim", { token: randomUUID(), ...intent, key: "0".repeat(64) });
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid_input", field: "key" } });
    const key = actionKey({ ...intent, payloadHash: payloadHash(intent.payload) });
    expect((await pool.query("select from action_log where run_id = $1", [intent.runId])).rowCount).toBe(0);
    expect((await ask("claim", { token: randomUUID(), ...intent, key })).status).toBe(200);
  });

  it("of a gated kind is held, with a request by the worker that a person has to sign", async () => {
    await pool.query("insert into policy (kind, gate) values ('gated_over_http', 'before_send')");
    const request = { ...testIntent({ kind: "gated_over_http" }), worker: "pod-1" };
    const refused = await ask("claim", { token: randomUUID(), ...request });
    expect(refused).toMatchObject({ status: 423, body: { error: "HeldError", code: "held", disposition: "park" } });
    const key = String(refused.body["key"]);
    expect(await actionRow(pool, key)).toMatchObject({ status: "held", attempt: 0 });
    expect(await requestRows(pool, key)).toMatchObject([{ type: "send", requested_by: "worker:mailer/pod-1" }]);
    const bare = await ask("claim", { token: randomUUID(), key: `bare-${key}`, runId: "r", kind: "gated_over_http" });
    expect(bare).toMatchObject({ status: 422, body: { field: "payload" } });
  });

  it("of another's is told when to come back, in the body and in the header", async () => {
    const intent = testIntent();
    await claimed({ ...intent, timeoutMs: 60_000 });
    const { status, body, headers } = await ask("claim", { token: randomUUID(), ...intent });
    expect([status, body]).toMatchObject([409, { error: "InFlightError", disposition: "retry" }]);
    expect(body["retryAfter"]).toBeGreaterThan(30);
    expect(headers.get("retry-after")).toBe(String(body["retryAfter"]));
    expect(headers.get("x-request-id")).toBe(body["requestId"]);
  });
});

describe("begin", () => {
  it("is granted to the holder, again after a lost answer, and to nobody else", async () => {
    const held = await claimed({ twoPhase: true });
    const other = await ask("begin", { ...held, token: randomUUID() });
    expect(other).toMatchObject({ status: 409, body: { error: "ClaimLostError", code: "claim_lost" } });
    expect(await actionRow(pool, held.key)).toMatchObject({ effect_started_at: null });
    expect((await ask("begin", held)).body).toEqual({ outcome: "begun" });
    const begun = await actionRow(pool, held.key);
    expect((await ask("begin", held)).body).toEqual({ outcome: "begun" });
    expect(await actionRow(pool, held.key)).toMatchObject({ effect_started_at: begun["effect_started_at"] });
  });

  it("is refused when less than a tenth of the time is left", async () => {
    const held = await claimed({ twoPhase: true });
    await pool.query(
      "update action_log set attempted_at = now() - interval '95 s', deadline_at = now() + interval '5 s' where key = $1",
      [held.key],
    );
    expect(await ask("begin", held)).toMatchObject({ status: 409, body: { error: "ClaimLostError" } });
    expect(await actionRow(pool, held.key)).toMatchObject({ effect_started_at: null });
  });
});

describe("heartbeat", () => {
  it("says held, then abort when an earlier attempt has landed, then that the claim is lost", async () => {
    const first = await claimed();
    const second = await takenOver(first);
    expect((await ask("heartbeat", second)).body).toEqual({ outcome: "held" });
    expect(await ask("heartbeat", first)).toMatchObject({ status: 409, body: { error: "ClaimLostError" } });
    await ask("succeed", { ...first, result: "late" });
    expect((await ask("heartbeat", second)).body).toEqual({ outcome: "abort" });
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [first.key]);
    expect((await ask("heartbeat", second)).body).toMatchObject({ error: "ClaimLostError", disposition: "retry" });
  });
});

describe("succeed", () => {
  it.each([
    ["an object", { id: "m1", at: [1, null] }],
    ["nothing", undefined],
    ["a string", "sent"],
    ["a list", []],
    ["a number", 12.5],
    ["false", false],
  ])("stores %s, and a repeat gets the same", async (_name, result) => {
    const held = await claimed();
    const first = await ask("succeed", { ...held, result });
    expect([first.status, first.body]).toEqual([200, { outcome: "succeeded", result: result ?? null }]);
    expect((await ask("succeed", { ...held, result: "another" })).body).toEqual(first.body);
    expect(await actionRow(pool, held.key)).toMatchObject({ status: "succeeded", settled_by: "worker" });
  });

  it.each([
    ["that Postgres cannot hold", "\0", "not storable"],
    ["that is too large", "x".repeat(2 * 1024 * 1024), "larger than"],
  ])("records success without a result %s", async (_name, result, why) => {
    const held = await claimed();
    expect(await ask("succeed", { ...held, result })).toMatchObject({ status: 200, body: { result: null } });
    const { rows } = await pool.query("select status, result_omitted from action_log where key = $1", [held.key]);
    expect(rows).toEqual([{ status: "succeeded", result_omitted: expect.stringContaining(why) }]);
  });

  it("that comes late is not forgotten, and closes the review", async () => {
    const held = await claimed();
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [held.key]);
    await reap();
    expect((await ask("succeed", { ...held, result: "m1", worker: "pod-9" })).body).toMatchObject({ result: "m1" });
    expect(await actionRow(pool, held.key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
    expect(await reviewRows(pool, held.key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
  });

  it("of an attempt that nobody ever claimed is refused, and moves nothing", async () => {
    const held = await claimed();
    const before = await actionRow(pool, held.key);
    for (const forged of [
      { ...held, token: randomUUID() },
      { ...held, attempt: 2 },
      { ...held, key: "none" },
    ]) {
      expect(await ask("succeed", { ...forged, result: 1 })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
      expect((await ask("fail", { ...forged, failure: "did_not_happen" })).status).toBe(404);
    }
    expect(await actionRow(pool, held.key)).toEqual(before);
  });
});

describe("fail", () => {
  it("with proof and without is recorded as such, and a repeat gets the same", async () => {
    for (const [failure, doubts] of [
      ["did_not_happen", 0],
      ["may_have_happened", 1],
    ] as const) {
      const held = await claimed();
      const report = { ...held, failure, phase: "sent", error: { message: "no reply", code: "ETIMEDOUT", name: "E" } };
      const first = await ask("fail", report);
      expect([first.status, first.body]).toEqual([
        200,
        { outcome: "failed", error: "ActionFailedError", failure, disposition: "retry", retryAfter: 10 },
      ]);
      expect((await ask("fail", report)).body).toEqual(first.body);
      expect(await actionRow(pool, held.key)).toMatchObject({ status: "failed", failure, doubts });
      expect(await attemptRows(pool, held.key)).toMatchObject([{ phase: "sent", error: { code: "ETIMEDOUT" } }]);
    }
  });

  it("for good goes to a person without retries, as the library's does", async () => {
    const held = await claimed();
    await ask("fail", { ...held, failure: "did_not_happen", permanent: true, error: { message: "550" } });
    expect(await actionRow(pool, held.key)).toMatchObject({ error: { name: "NotExecuted", permanent: true } });
    await reap();
    expect(await reviewRows(pool, held.key)).toMatchObject([{ state: "open" }]);
    const guess = { ...(await claimed()), failure: "may_have_happened", permanent: true };
    expect(await ask("fail", guess)).toMatchObject({ status: 422, body: { field: "permanent" } });
  });

  it("that comes late with proof takes its own doubt away", async () => {
    const held = await claimed();
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [held.key]);
    await reap();
    expect(await actionRow(pool, held.key)).toMatchObject({ doubts: 1 });
    const late = await ask("fail", { ...held, failure: "did_not_happen" });
    expect(late).toMatchObject({ status: 409, body: { error: "ClaimLostError" } });
    expect(await actionRow(pool, held.key)).toMatchObject({ doubts: 0, failure: "did_not_happen" });
  });

  it("after an earlier attempt has landed ends succeeded, with that result", async () => {
    const first = await claimed();
    const second = await takenOver(first);
    await ask("succeed", { ...first, result: "late" });
    const told = await ask("fail", { ...second, failure: "did_not_happen" });
    expect([told.status, told.body]).toEqual([200, { outcome: "succeeded", result: "late" }]);
  });
});

it("a worker of the library is told what one over HTTP did", async () => {
  const intent = testIntent();
  const held = await claimed(intent);
  const early = await refusalOf(openWorker(pool).perform(intent, () => "again"));
  expect(early).toMatchObject({ name: "InFlightError", key: held.key });
  await ask("succeed", { ...held, result: { id: "m1" } });
  expect(await openWorker(pool).perform(intent, () => "again")).toEqual({ id: "m1" });
});
