import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { addComment, createRequest, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

it("a note moves no version, so whoever is deciding goes on; the audit names it by its id", async () => {
  const stuck = await stuckCase(pool);
  const ask = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  const { requestId } = await createRequest(bo, stuck.reviewId, ask);
  const seen = await seenOf(pool, stuck);
  const { commentId } = await addComment(bo, stuck.reviewId, { body: "Ana called" });
  await expect(signOff(cara, requestId, { verdict: "approve", ...seen })).resolves.toMatchObject({
    outcome: "approved",
  });
  const { comments, timeline } = await readReview(cara, stuck.reviewId);
  expect(comments).toMatchObject([{ id: commentId, author: { name: "Bo" }, body: "Ana called" }]);
  expect(timeline.find(({ action }) => action === "review.commented")?.detail).toMatchObject({ comment_id: commentId });
  const { rows } = await pool.query("select detail::text as detail from audit_log");
  for (const { detail } of rows) expect(detail).not.toContain("Ana called");
});

it("a note said twice stands there once, also at the same moment; its key with other words is refused", async () => {
  const stuck = await stuckCase(pool);
  const say = () => addComment(bo, stuck.reviewId, { body: "once" }, "note-once");
  const [first, second] = await Promise.all([say(), say()]);
  expect(second).toEqual(first);
  expect((await readReview(bo, stuck.reviewId)).comments).toHaveLength(1);
  await expect(addComment(bo, stuck.reviewId, { body: "other" }, "note-once")).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  const elsewhere = await stuckCase(pool);
  await expect(addComment(bo, elsewhere.reviewId, { body: "once" }, "note-once")).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
});

it("a note may be written on a closed case, and nowhere on none", async () => {
  const stuck = await stuckCase(pool);
  const dismiss = { type: "dismiss" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  await createRequest(bo, stuck.reviewId, dismiss);
  await addComment(cara, stuck.reviewId, { body: "for the record" });
  expect((await readReview(bo, stuck.reviewId)).comments).toHaveLength(1);
  const unknown = addComment(bo, "7d0a4b52-64a4-4b3f-9b0f-7d8a3cf20001", { body: "x" });
  await expect(unknown).rejects.toMatchObject({ status: 404 });
});
