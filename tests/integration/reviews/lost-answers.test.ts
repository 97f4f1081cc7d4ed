import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, freezeBulkRequest, readDecision, signBulkRequest, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

it("a lost answer is told by its key, as it was given, and asking makes nothing", async () => {
  const stuck = await stuckCase(pool);
  expect(await readDecision(bo, "key-of-bo")).toEqual({ recorded: null });
  const input = { type: "resend", reason: "It did not arrive", ...(await seenOf(pool, stuck)) } as const;
  const asked = await createRequest(bo, stuck.reviewId, input, "key-of-bo");
  expect(await readDecision(bo, "key-of-bo")).toEqual({ recorded: asked });
  const verdict = { verdict: "approve", ...(await seenOf(pool, stuck)) } as const;
  const signed = await signOff(cara, asked.requestId, verdict, "key-of-cara");
  expect(await readDecision(cara, "key-of-cara")).toEqual({ recorded: signed });
  const { rows } = await pool.query("select count(*)::int from review_request where review_id = $1", [stuck.reviewId]);
  expect(rows).toEqual([{ count: 1 }]);
});

it("another's key says what no key says", async () => {
  const stuck = await stuckCase(pool);
  const input = { type: "dismiss", reason: "No longer needed", ...(await seenOf(pool, stuck)) } as const;
  await createRequest(bo, stuck.reviewId, input, "private-key-of-bo");
  expect(await readDecision(cara, "private-key-of-bo")).toEqual({ recorded: null });
});

it("a key that signed one request signs no other, alone or in a set", async () => {
  const [one, other] = [await stuckCase(pool), await stuckCase(pool)];
  const ask = async (stuck: typeof one) => {
    const input = { type: "resend", reason: "x", ...(await seenOf(pool, stuck)) } as const;
    return (await createRequest(bo, stuck.reviewId, input)).requestId;
  };
  const [first, second] = [await ask(one), await ask(other)];
  const verdict = async (stuck: typeof one) => ({ verdict: "approve" as const, ...(await seenOf(pool, stuck)) });
  const signed = await signOff(cara, first, await verdict(one), "used-once");
  const set = { pendingRequests: [{ id: second, ...(await seenOf(pool, other)) }] };
  const { bulkRequestId } = await freezeBulkRequest(cara, set);
  const before = await snapshot(pool, other);
  await expect(signOff(cara, second, await verdict(other), "used-once")).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  await expect(signBulkRequest(cara, bulkRequestId, { verdict: "approve" }, "used-once")).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  expect(await snapshot(pool, other)).toEqual(before);
  expect(await readDecision(cara, "used-once")).toEqual({ recorded: signed });
});
