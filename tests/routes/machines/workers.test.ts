import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { type Step, step, tokenSecret } from "#tests/support/workers/api-worker.ts";

const { pool } = testDatabase();
let secret: string;

beforeAll(async () => {
  secret = await tokenSecret(pool);
});

const CLAIM = { token: randomUUID(), ...testIntent() };
const HELD = { key: "k", token: randomUUID(), attempt: 1 };
const RELEASED = { token: randomUUID(), kinds: ["send_email"] };
const deep = JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`) as unknown;

const BAD: [step: Step, body: object, field: string][] = [
  ["claim", { ...CLAIM, token: "mine" }, "token"],
  ["claim", { ...CLAIM, token: undefined }, "token"],
  ["claim", { ...CLAIM, runId: "a b" }, "runId"],
  ["claim", { ...CLAIM, runId: undefined }, "runId"],
  ["claim", { ...CLAIM, kind: "" }, "kind"],
  ["claim", { ...CLAIM, kind: "nul\0" }, "kind"],
  ["claim", { ...CLAIM, step: -1 }, "step"],
  ["claim", { ...CLAIM, step: 1.5 }, "step"],
  ["claim", { ...CLAIM, step: undefined }, "step"],
  ["claim", { ...CLAIM, target: "  " }, "target"],
  ["claim", { ...CLAIM, target: undefined }, "target"],
  ["claim", { ...CLAIM, payload: undefined }, "payload"],
  ["claim", { ...CLAIM, payload: deep }, "payload"],
  ["claim", { ...CLAIM, payload: { text: "\ud800" } }, "payload"],
  ["claim", { ...CLAIM, timeoutMs: 0 }, "timeoutMs"],
  ["claim", { ...CLAIM, heartbeatMs: "5" }, "heartbeatMs"],
  ["claim", { ...CLAIM, twoPhase: "yes" }, "twoPhase"],
  ["claim", { ...CLAIM, two_phase: true }, "two_phase"],
  ["claim", { ...CLAIM, worker: "a b" }, "worker"],
  ["claim", { ...CLAIM, onStepTaken: "ignore" }, "onStepTaken"],
  ["claim", { token: CLAIM.token, runId: "r", kind: "k", key: "x".repeat(256) }, "key"],
  ["begin", { ...HELD, attempt: 0 }, "attempt"],
  ["begin", { ...HELD, key: undefined }, "key"],
  ["heartbeat", { ...HELD, token: 7 }, "token"],
  ["succeed", { ...HELD, results: 1 }, "results"],
  ["fail", HELD, "failure"],
  ["fail", { ...HELD, failure: "perhaps" }, "failure"],
  ["fail", { ...HELD, failure: "did_not_happen", error: "text" }, "error"],
  ["released", { ...RELEASED, kinds: [] }, "kinds"],
  ["released", { ...RELEASED, kinds: ["a b"] }, "kinds.0"],
  ["released", { ...RELEASED, max: 0 }, "max"],
  ["released", { ...RELEASED, max: 51 }, "max"],
  ["released", { ...RELEASED, waitSeconds: 26 }, "waitSeconds"],
];

describe("bad input", () => {
  it.each(BAD)("of %s %j is one problem that names %s", async (name, body, field) => {
    const { status, headers, body: problem } = await step(name, secret, body);
    expect([status, problem]).toMatchObject([422, { code: "invalid_input", field }]);
    expect(problem["detail"]).toContain(field.split(".")[0]);
    expect(headers.get("content-type")).toBe("application/problem+json");
  });

  it("moves nothing", async () => {
    expect((await pool.query("select from action_log")).rowCount).toBe(0);
  });

  it("that is no JSON, no object or too large is told so", async () => {
    expect((await step("claim", secret, "{")).status).toBe(400);
    expect((await step("claim", secret, "[]")).status).toBe(422);
    const payload = "x".repeat(1024 * 1024);
    const large = await step("claim", secret, { ...CLAIM, payload });
    expect([large.status, large.body]).toMatchObject([413, { code: "too_large" }]);
  });

  it("is not looked at without a token", async () => {
    for (const [name, body] of BAD) expect((await step(name, null, body)).status).toBe(401);
  });
});

it("an answer carries the caller's request id, or one of its own", async () => {
  const { headers } = await step("claim", secret, { ...CLAIM, token: randomUUID() });
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("cache-control")).toBe("no-store");
});
