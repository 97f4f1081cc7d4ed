import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, listReviews, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  await pool.query("update policy set hold_seconds = 0 where kind = 'send_email'");
});

describe("a send whose worker vanished", () => {
  it("is judged, asked about, signed, and sent exactly once more", async () => {
    const intent = testIntent({ payload: { subject: "Hello Ana" } });
    const vanished = await startAttempt(openWorker(pool, "mailer-1"), intent, { twoPhase: true });
    await vanished.context.begin();
    const { key } = vanished.context;
    await pool.query("update action_log set deadline_at = now(), revision = revision + 1 where key = $1", [key]);
    await reap();

    const waiting = await listReviews(bo, { tab: "needs_decision", limit: 10 });
    expect(waiting.items).toMatchObject([
      { actionKey: key, summary: "Hello Ana", reached: "Past the point of no return", risk: { word: "may_duplicate" } },
    ]);
    const reviewId = waiting.items[0]?.id ?? "";
    const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, { key })) };
    const { requestId } = await createRequest(bo, reviewId, input);

    const other = openWorker(pool, "mailer-2");
    const sent: number[] = [];
    const send = ({ attempt }: { attempt: number }) => {
      sent.push(attempt);
      return { id: "m-2" };
    };
    expect((await refusalOf(other.perform(intent, send))).name).toBe("HeldError");
    await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, { key })) });
    expect(await other.perform(intent, send)).toEqual({ id: "m-2" });
    expect(await other.perform(intent, send)).toEqual({ id: "m-2" });
    expect(sent).toEqual([2]);

    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, doubts: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ id: reviewId, state: "closed", resolution: "sent" }]);
    expect(await requestRows(pool, key)).toMatchObject([{ id: requestId, state: "approved" }]);
    const page = await readReview(cara, reviewId);
    expect(page.action.attempts).toMatchObject([
      { attempt: 1, outcome: "may_have_happened", worker: "mailer-1" },
      { attempt: 2, outcome: "succeeded", worker: "mailer-2", reached: "Completed" },
    ]);
    expect(page.timeline.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["request.created", "sign_off.given", "request.approved", "action.released"]),
    );
    await vanished.finish("never seen");
  });
});
