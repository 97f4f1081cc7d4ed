import { beforeAll, expect, it, vi } from "vitest";
import { POST as postEdit } from "#app/api/actions/[key]/edit/route.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { seenOf, stuckCase } from "#tests/support/desk.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
let bo: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
});

function edit(key: string, body: unknown, as: SignedIn | null, idempotencyKey?: string) {
  const given = { path: `/api/actions/${key}/edit`, params: { key }, body, as };
  return call(postEdit, idempotencyKey === undefined ? given : { ...given, idempotencyKey });
}

it("an edit answers with the new action, its case and its request, and the same again when it is repeated", async () => {
  const stuck = await stuckCase(pool);
  const body = { payload: { subject: "New" }, reason: "the wrong price", ...(await seenOf(pool, stuck)) };
  const first = await edit(stuck.key, body, bo, "k1");
  expect(first).toMatchObject({
    status: 200,
    body: { replacedKey: stuck.key, actionKey: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await edit(stuck.key, body, bo, "k1")).toEqual(first);
});

it.each([
  ["without a payload", { payload: undefined }, "payload"],
  ["without a reason", { reason: " " }, "reason"],
  ["without what was on screen", { version: undefined }, "version"],
])("an edit %s names the field", async (_what, over, field) => {
  const stuck = await stuckCase(pool);
  const body = { payload: { subject: "New" }, reason: "x", ...(await seenOf(pool, stuck)), ...over };
  expect(await edit(stuck.key, body, bo)).toMatchObject({ status: 422, body: { code: "invalid_input", field } });
});

it("an edit needs a session, and one of what is already edited is told that others decided", async () => {
  const stuck = await stuckCase(pool);
  const body = { payload: { subject: "New" }, reason: "x", ...(await seenOf(pool, stuck)) };
  expect(await edit(stuck.key, body, null)).toMatchObject({ status: 401 });
  expect(await edit(stuck.key, body, bo)).toMatchObject({ status: 200 });
  expect(await edit(stuck.key, body, bo)).toMatchObject({ status: 409, body: { code: "decided_otherwise" } });
  expect(await edit(stuck.key, { ...body, version: 99 }, bo)).toMatchObject({ status: 409 });
});
