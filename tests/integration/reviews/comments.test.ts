import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, readReview, reopen, signOff, takeBack, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

const SAID = "Ana, ana@acme.test, called: it did arrive";

async function ask(stuck: StuckCase, type: "resend" | "dismiss"): Promise<string> {
  const input = { type, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  return (await createRequest(bo, stuck.reviewId, input)).requestId;
}

const DECISIONS = {
  "request.withdrawn": async (stuck: StuckCase) => withdrawRequest(bo, await ask(stuck, "resend"), { note: SAID }),
  "release.taken_back": async (stuck: StuckCase) => {
    const requestId = await ask(stuck, "resend");
    await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
    await takeBack(bo, requestId, { note: SAID });
    await takeBack(bo, requestId, { note: SAID });
  },
  "review.reopened": async (stuck: StuckCase) => {
    await ask(stuck, "dismiss");
    const { version } = await seenOf(pool, stuck);
    await reopen(bo, stuck.reviewId, { reason: SAID, version }, `reopen-${stuck.key}`);
    await reopen(bo, stuck.reviewId, { reason: SAID, version }, `reopen-${stuck.key}`);
  },
};

it.each(Object.entries(DECISIONS))(
  "what is said with %s stands in the case, once, and not in the audit",
  async (action, decide) => {
    const stuck = await stuckCase(pool);
    await decide(stuck);

    const { timeline, comments } = await readReview(bo, stuck.reviewId);
    expect(comments).toMatchObject([{ author: { id: bo.id, name: "Bo" }, body: SAID }]);
    const entry = timeline.find((one) => one.action === action);
    expect(entry?.detail["comment_id"]).toBe(comments[0]?.id);

    const { rows } = await pool.query("select detail::text as detail from audit_log");
    for (const { detail } of rows) expect(detail).not.toContain("Ana");
  },
);

it("nothing said is no comment", async () => {
  const stuck = await stuckCase(pool);
  await withdrawRequest(bo, await ask(stuck, "resend"), {});
  const { timeline, comments } = await readReview(bo, stuck.reviewId);
  expect(comments).toEqual([]);
  expect(timeline.at(-1)?.detail).not.toHaveProperty("comment_id");
});
