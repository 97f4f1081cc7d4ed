import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, readDecision, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";

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
