import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { GET } from "#app/api/openapi.json/route.ts";
import { POST as postSignOff } from "#app/api/requests/[id]/sign-offs/route.ts";
import { POST as postTakeBack } from "#app/api/requests/[id]/take-back/route.ts";
import { POST as postWithdraw } from "#app/api/requests/[id]/withdraw/route.ts";
import { POST as postReopen } from "#app/api/reviews/[id]/reopen/route.ts";
import { POST as postRequest } from "#app/api/reviews/[id]/requests/route.ts";
import type { RouteHandler } from "#lib/http/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { seenOf, stuckCase } from "#tests/support/desk.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { type Step, step, tokenSecret } from "#tests/support/workers/api-worker.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({ post: z.looseObject({ responses: z.record(z.string(), z.looseObject({ content })) }) }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});

let document: z.infer<typeof documentSchema>;
let secret: string;
let bo: SignedIn;
let cara: SignedIn;

beforeAll(async () => {
  const answer = await call(GET, { path: "/api/openapi.json" });
  document = documentSchema.parse(answer.body);
  secret = await tokenSecret(pool);
  bo = await signedIn("Bo", "operator");
  cara = await signedIn("Cara", "approver");
  await pool.query("update policy set hold_seconds = 60");
});

/** What the document promises for a status, as a parser that is made of the document alone. */
function expectConform(path: string, { status, body }: { status: number; body: unknown }): void {
  const promised = document.paths[path]?.post.responses[status];
  expect([path, status, promised]).toEqual([path, status, expect.anything()]);
  const schema = Object.values(promised?.content ?? {})[0]?.schema ?? {};
  const isProblem = typeof schema["$ref"] === "string";
  const target = isProblem ? document.components.schemas["Problem"] : schema;
  const parsed = z.fromJSONSchema(target ?? {}).safeParse(body);
  expect([path, status, parsed.error]).toEqual([path, status, undefined]);
}

it("real answers of the worker API are what it says", async () => {
  const seen: string[] = [];
  const ask = async (name: Step, body: object) => {
    const answer = await step(name, secret, body);
    expectConform(`/api/v1/actions/${name}`, answer);
    seen.push(`${name} ${answer.status}`);
    return answer.body;
  };
  const intent = testIntent();
  const claim = { token: randomUUID(), ...intent, twoPhase: true };
  const { key, token, attempt } = await ask("claim", claim);
  const held = { key, token, attempt };
  await ask("claim", { ...claim, token: randomUUID() });
  await ask("begin", held);
  await ask("begin", { ...held, token: randomUUID() });
  await ask("heartbeat", held);
  await ask("heartbeat", { ...held, attempt: 9 });
  await ask("succeed", { ...held, result: { id: "m1" } });
  await ask("succeed", { ...held, attempt: 9 });
  await ask("claim", claim);
  await ask("claim", { ...claim, payload: "another" });
  await ask("claim", { ...claim, step: "first" });
  const other = await ask("claim", { ...claim, ...testIntent(), token: randomUUID() });
  const report = { key: other["key"], token: other["token"], attempt: 1, failure: "did_not_happen" };
  await ask("fail", report);
  await ask("fail", { ...report, token: randomUUID() });
  await ask("released", { token: randomUUID(), kinds: ["send_email"] });
  expectConform("/api/v1/actions/claim", await step("claim", null, claim));
  expectConform("/api/v1/actions/claim", await step("claim", secret, "{"));
  expect(seen).toEqual([
    "claim 200",
    "claim 409",
    "begin 200",
    "begin 409",
    "heartbeat 200",
    "heartbeat 409",
    "succeed 200",
    "succeed 404",
    "claim 200",
    "claim 409",
    "claim 422",
    "claim 200",
    "fail 200",
    "fail 404",
    "released 200",
  ]);
});

it("real answers of the routes that decide are what it says", async () => {
  const ask = async (path: string, handler: RouteHandler, given: { id: string; body: object; as: SignedIn | null }) => {
    const { id, body, as } = given;
    const answer = await call(handler, { path: path.replace("{id}", id), params: { id }, body, as });
    expectConform(path, answer);
    return answer;
  };
  const request = async (stuck: { reviewId: string; key: string }, over: object = {}) => {
    const body = { type: "resend", reason: "no answer", ...(await seenOf(pool, stuck)), ...over };
    const answer = await ask("/api/reviews/{id}/requests", postRequest, { id: stuck.reviewId, body, as: bo });
    return String((answer.body as { requestId?: string }).requestId);
  };
  const stuck = await stuckCase(pool);
  const requestId = await request(stuck);
  const verdict = { verdict: "approve", ...(await seenOf(pool, stuck)) };
  const signOffs = "/api/requests/{id}/sign-offs";
  expect((await ask(signOffs, postSignOff, { id: requestId, body: verdict, as: bo })).status).toBe(403);
  expect((await ask(signOffs, postSignOff, { id: requestId, body: verdict, as: null })).status).toBe(401);
  expect((await ask(signOffs, postSignOff, { id: requestId, body: verdict, as: cara })).status).toBe(200);
  const takeBack = "/api/requests/{id}/take-back";
  expect((await ask(takeBack, postTakeBack, { id: requestId, body: {}, as: bo })).status).toBe(200);
  const again = await request(stuck);
  const withdraw = "/api/requests/{id}/withdraw";
  expect((await ask(withdraw, postWithdraw, { id: again, body: {}, as: bo })).status).toBe(200);
  await request(stuck, { type: "dismiss" });
  const { version } = await seenOf(pool, stuck);
  const reopen = { id: stuck.reviewId, body: { reason: "too early", version }, as: bo };
  expect((await ask("/api/reviews/{id}/reopen", postReopen, reopen)).status).toBe(200);
});
