import { beforeAll, expect, it, vi } from "vitest";
import { POST as postComment } from "#app/api/reviews/[id]/comments/route.ts";
import { POST as postCancel } from "#app/api/runs/[id]/cancel/route.ts";
import { GET as getRun } from "#app/api/runs/[id]/route.ts";
import { GET as getRuns } from "#app/api/runs/route.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
let bo: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
});

it("a run is listed, read and cancelled, by an id that holds anything", async () => {
  const runId = "agent:42/ü?x=1";
  const stuck = await stuckCase(pool, { runId });
  const params = { id: runId };
  expect(await call(getRuns, { path: "/api/runs?state=paused", as: bo })).toMatchObject({
    status: 200,
    body: { items: [{ runId, state: "paused", stuck: 1 }], isCapped: false, nextCursor: null },
  });
  expect(await call(getRun, { path: "/api/runs/x", params, as: bo })).toMatchObject({
    status: 200,
    body: { run: { runId }, steps: [{ actionKey: stuck.key, standing: "person" }] },
  });
  const cancel = { path: "/api/runs/x/cancel", params, body: { reason: "off" }, as: bo, idempotencyKey: "c1" };
  const first = await call(postCancel, cancel);
  expect(first).toMatchObject({ status: 200, body: { runId, dismissed: [stuck.key] } });
  expect(await call(postCancel, cancel)).toEqual(first);
});

it.each([
  ["GET runs", () => call(getRuns, { path: "/api/runs", as: null })],
  ["GET run", () => call(getRun, { path: "/api/runs/r", params: { id: "r" }, as: null })],
  ["POST cancel", () => call(postCancel, { path: "/x", params: { id: "r" }, body: { reason: "x" }, as: null })],
  ["POST comment", () => call(postComment, { path: "/x", params: { id: "r" }, body: { body: "x" }, as: null })],
])("%s needs a session", async (_name, ask) => {
  expect(await ask()).toMatchObject({ status: 401 });
});

it("says which field is wrong, and knows nothing of a run that nobody made", async () => {
  expect(await call(getRuns, { path: "/api/runs?state=odd", as: bo })).toMatchObject({
    status: 422,
    body: { field: "state" },
  });
  expect(await call(getRun, { path: "/x", params: { id: "no-such-run" }, as: bo })).toMatchObject({ status: 404 });
  const blank = { path: "/x", params: { id: "r" }, body: { reason: " " }, as: bo };
  expect(await call(postCancel, blank)).toMatchObject({ status: 422, body: { field: "reason" } });
});

it("a note is written by whoever may read the case", async () => {
  const stuck = await stuckCase(pool);
  const note = { path: "/x", params: { id: stuck.reviewId }, body: { body: "Ana called" }, as: bo };
  expect(await call(postComment, note)).toMatchObject({ status: 200, body: { reviewId: stuck.reviewId } });
  expect(await call(postComment, { ...note, body: { body: " " } })).toMatchObject({
    status: 422,
    body: { field: "body" },
  });
});
