import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { EditAnswer } from "#lib/actions/contract.ts";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { type OpenAttempt, openWorker, startAttempt, testIntent, type TestIntent } from "#tests/support/case.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, auditActions, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";
import { edit, signEdited } from "./editing.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

type Edited = EditAnswer & { intent: TestIntent; old: OpenAttempt };

/** A send whose worker is slow: reaped, edited, and still to be heard of. */
async function edited(over: Partial<TestIntent> = {}): Promise<Edited> {
  const intent = testIntent(over);
  const old = await startAttempt(openWorker(pool, "slow"), intent, { timeoutMs: 1 });
  await reap();
  return { intent, old, ...(await edit(pool, bo, old.context.key)) };
}

async function claimEdited(of: Edited, twoPhase = false): Promise<OpenAttempt> {
  await signEdited(pool, cara, of);
  return startAttempt(openWorker(pool, "quick"), of.intent, { twoPhase });
}

const LANDED = { id: "m1" };

/** Three ways in which it becomes known that the old version landed. */
const WAYS: Record<string, (of: Edited) => Promise<unknown>> = {
  "its worker's late word": async ({ old }) => old.finish(LANDED),
  "a seven-column worker's": async ({ replacedKey }) => plainWorker(pool).succeed(replacedKey, LANDED),
  "a verification": async ({ replacedKey }) =>
    pool.query("select notwice_late_success($1, 1, null, $2, 'verification', 'reaper')", [
      replacedKey,
      JSON.stringify(LANDED),
    ]),
};

const TOLD = { state: "open", cause: "predecessor_landed", reason: expect.stringContaining("earlier version") };

describe.each(Object.entries(WAYS))("that an edited version landed, by %s,", (way, say) => {
  const settledBy = way === "a verification" ? "verification" : "late_worker";

  it("supersedes the request of a held replacement, whose review says why", async () => {
    const of = await edited();
    await say(of);
    expect(await actionRow(pool, of.replacedKey)).toMatchObject({
      status: "succeeded",
      settled_by: settledBy,
      replaced_by: of.actionKey,
      result: LANDED,
    });
    expect(await reviewRows(pool, of.replacedKey)).toMatchObject([{ state: "closed", resolution: "superseded" }]);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "held", attempt: 0, duplicate: null });
    expect(await reviewRows(pool, of.actionKey)).toMatchObject([TOLD]);
    expect(await requestRows(pool, of.actionKey)).toMatchObject([
      { state: "superseded", end_reason: "predecessor_landed" },
    ]);
    expect(await auditActions(pool, of.actionKey)).toEqual(["action.edited", "action.predecessor_landed"]);
    const { review, verdict } = await readReview(cara, of.reviewId);
    expect(review.risk?.why).toBe("An earlier version of this did arrive.");
    expect(verdict).toMatch(/did arrive/);
    expect(await openWorker(pool).perform(of.intent, () => "again")).toEqual(LANDED);
  });

  it("takes back a release that nobody has claimed", async () => {
    const of = await edited();
    await signEdited(pool, cara, of);
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({
      status: "held",
      attempt: 0,
      release_reason: null,
      release_request_id: null,
      claimable_at: null,
      completed_at: null,
      duplicate: null,
    });
    expect(await reviewRows(pool, of.actionKey)).toMatchObject([TOLD]);
    expect(await requestRows(pool, of.actionKey)).toMatchObject([{ state: "approved" }]);
    const seen: unknown[] = [];
    const stop = AbortSignal.timeout(200);
    await openWorker(pool).work({ [of.intent.kind]: ({ key }) => seen.push(key) }, { signal: stop, pollMs: 20 });
    expect(seen).not.toContain(of.actionKey);
  });

  it("refuses the begin of an attempt that has not begun, and opens its case again", async () => {
    const of = await edited();
    const newer = await claimEdited(of, true);
    await say(of);
    await expect(newer.context.begin()).rejects.toMatchObject({ name: "ClaimLostError" });
    expect(await newer.fail(new Error("gave up"))).toMatchObject({ name: "ClaimLostError" });
    expect(await actionRow(pool, of.actionKey)).toMatchObject({
      status: "failed",
      attempt: 1,
      failure: "did_not_happen",
      doubts: 0,
      duplicate: null,
      judged_attempt: 1,
    });
    expect(await attemptRows(pool, of.actionKey)).toMatchObject([{ attempt: 1, outcome: "not_started" }]);
    expect(await reviewRows(pool, of.actionKey)).toMatchObject([{ ...TOLD, id: of.reviewId, resolution: null }]);
    await reap();
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "failed" });
  });

  it("suspects a duplicate of an attempt that may have started, and knows it once that succeeds", async () => {
    const of = await edited();
    const newer = await claimEdited(of, true);
    await newer.context.begin();
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "in_flight", duplicate: "suspected" });
    expect(await newer.finish({ id: "m2" })).toEqual({ id: "m2" });
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "succeeded", duplicate: "confirmed" });
    expect(await actionRow(pool, of.replacedKey)).toMatchObject({ status: "succeeded", duplicate: null });
  });

  it("knows the duplicate at once of a replacement that has succeeded", async () => {
    const of = await edited();
    const newer = await claimEdited(of);
    await newer.finish({ id: "m2" });
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({
      status: "succeeded",
      result: { id: "m2" },
      settled_by: "worker",
      duplicate: "confirmed",
    });
  });

  it("suspects a failed replacement, whose resend is asked for anew", async () => {
    const of = await edited();
    const newer = await claimEdited(of);
    await newer.fail(new Error("reply lost"));
    await reap();
    const [, review] = await reviewRows(pool, of.actionKey);
    const ask = { type: "resend" as const, reason: "no answer", ...(await seenOf(pool, { key: of.actionKey })) };
    await createRequest(bo, String(review?.["id"]), ask);
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "failed", duplicate: "suspected" });
    expect((await reviewRows(pool, of.actionKey))[1]).toMatchObject(TOLD);
    expect((await requestRows(pool, of.actionKey))[1]).toMatchObject({
      state: "superseded",
      end_reason: "predecessor_landed",
    });
  });

  it("leaves a dismissed replacement dismissed", async () => {
    const of = await edited();
    await signOff(cara, of.requestId, {
      verdict: "reject",
      note: "not now",
      ...(await seenOf(pool, { key: of.actionKey })),
    });
    const ask = { type: "dismiss" as const, reason: "x", ...(await seenOf(pool, { key: of.actionKey })) };
    await createRequest(bo, of.reviewId, ask);
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "dismissed", duplicate: null });
    expect(await reviewRows(pool, of.actionKey)).toMatchObject([{ state: "closed", resolution: "dismissed" }]);
  });

  it("reaches the end of the chain, past a version that was replaced again", async () => {
    const of = await edited();
    const newer = await claimEdited(of);
    await newer.fail(new Error("reply lost"));
    await reap();
    const last = await edit(pool, bo, of.actionKey);
    await signEdited(pool, cara, last);
    const other = await edited();
    await say(of);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "dismissed", duplicate: "suspected" });
    expect(await actionRow(pool, last.actionKey)).toMatchObject({ status: "held", duplicate: null });
    expect(await reviewRows(pool, last.actionKey)).toMatchObject([TOLD]);
    expect(await actionRow(pool, other.actionKey)).toMatchObject({ status: "held", revision: 0 });
    expect(await requestRows(pool, other.actionKey)).toMatchObject([{ state: "pending" }]);
  });
});

describe("once it is known that an earlier version landed", () => {
  async function retried(): Promise<Edited> {
    const kind = `retried-${randomUUID()}`;
    await pool.query("insert into policy (kind, recovery, backoff_seconds, hold_seconds) values ($1, 'retry', 0, 0)", [
      kind,
    ]);
    // Of a second attempt, the first of which was retried: only then a person has it before them.
    await pool.query("update policy set max_attempts = 1 where kind = $1", [kind]);
    const of = await edited({ kind });
    await pool.query("update policy set max_attempts = 5 where kind = $1", [kind]);
    return of;
  }

  it("no policy sends the new one again", async () => {
    const of = await retried();
    const newer = await claimEdited(of);
    await of.old.finish(LANDED);
    await newer.fail(new Error("reply lost"));
    await reap();
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "failed", duplicate: "suspected" });
    expect((await reviewRows(pool, of.actionKey))[1]).toMatchObject({ state: "open", cause: "predecessor_landed" });
  });

  it("a release that a policy gave is taken back before a person", async () => {
    const of = await retried();
    const newer = await claimEdited(of);
    await newer.fail(new Error("reply lost"));
    await releaseByPolicy(pool, of.actionKey, "retry");
    await of.old.finish(LANDED);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "failed", duplicate: "suspected" });
    expect((await reviewRows(pool, of.actionKey))[1]).toMatchObject(TOLD);
    await reap();
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "failed" });
  });

  it("a late success of the new one too confirms the duplicate, in flight or failed", async () => {
    const of = await edited();
    const second = await claimEdited(of);
    await second.fail(new Error("reply lost"));
    await reap();
    await of.old.finish(LANDED);
    await plainWorker(pool).succeed(of.actionKey, { id: "m2" });
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ status: "succeeded", duplicate: "confirmed" });
  });

  it("what a person attests of the new one stays a suspicion, until its worker says so too", async () => {
    const of = await edited();
    const newer = await claimEdited(of);
    await pool.query("update action_log set deadline_at = now() - interval '1 second' where key = $1", [of.actionKey]);
    await reap();
    const review = (await reviewRows(pool, of.actionKey))[1];
    const seen = await seenOf(pool, { key: of.actionKey });
    const reference = "seen in the mailbox";
    await createRequest(bo, String(review?.["id"]), { type: "mark_happened", reason: "x", reference, ...seen });
    await of.old.finish(LANDED);
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ settled_by: "attestation", duplicate: "suspected" });
    await newer.finish({ id: "m2" });
    expect(await actionRow(pool, of.actionKey)).toMatchObject({ settled_by: "late_worker", duplicate: "confirmed" });
  });

  it("an approval of what was on screen before is refused; a new one, made knowing it, sends", async () => {
    const of = await edited();
    const onScreen = await seenOf(pool, { key: of.actionKey });
    await of.old.finish(LANDED);
    await expect(signOff(cara, of.requestId, { verdict: "approve", ...onScreen })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining("An earlier version of this was reported to have arrived."),
    });
    const seen = await seenOf(pool, { key: of.actionKey });
    const asked = await createRequest(bo, of.reviewId, { type: "send", reason: "a correction", ...seen });
    await expect(
      signOff(cara, asked.requestId, { verdict: "approve", ...(await seenOf(pool, { key: of.actionKey })) }),
    ).resolves.toMatchObject({ outcome: "approved" });
  });
});

describe("at the same moment", () => {
  const RACES: Record<string, (of: Edited) => Promise<unknown>> = {
    "an approval": async (of) =>
      signOff(cara, of.requestId, { verdict: "approve", ...(await seenOf(pool, { key: of.actionKey })) }),
    "a further edit": async (of) => edit(pool, bo, of.actionKey),
  };

  it.each(Object.entries(RACES))("as %s, nothing stays released that was signed without the news", async (_, other) => {
    for (let round = 0; round < 10; round += 1) {
      const of = await edited();
      await Promise.allSettled([other(of), of.old.finish(LANDED)]);
      const { rows } = await pool.query("select status from action_log where run_id = $1 and replaced_by is null", [
        of.intent.runId,
      ]);
      expect(rows).toEqual([{ status: "held" }]);
      const pending = await pool.query(
        `select count(*)::int as n from review_request q join review v on v.id = q.review_id
         join action_log a on a.key = v.action_key where a.run_id = $1 and q.state = 'pending'`,
        [of.intent.runId],
      );
      // An edit made knowing the news asks anew; one made before it is told, to the end of the chain.
      const { rows: told } = await pool.query(
        `select count(*)::int as n from audit_log l join action_log a on a.key = l.subject_id
         where a.run_id = $1 and a.replaced_by is null and l.action = 'action.predecessor_landed'`,
        [of.intent.runId],
      );
      expect(pending.rows[0].n + told[0].n).toBeGreaterThanOrEqual(1);
    }
  });
});
