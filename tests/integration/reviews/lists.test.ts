import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { TABS } from "#lib/reviews/contract.ts";
import { countReviews, createRequest, listReviews, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
const cases: Record<"doubt" | "proof" | "pending" | "released" | "closed" | "held", StuckCase[]> = {
  doubt: [],
  proof: [],
  pending: [],
  released: [],
  closed: [],
  held: [],
};

async function ask(stuck: StuckCase, type: "resend" | "dismiss", actor = bo): Promise<string> {
  const input = { type, reason: "x", ...(await seenOf(pool, stuck)) };
  return (await createRequest(actor, stuck.reviewId, input)).requestId;
}

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  // One instant for many, so that pages have to be cut inside it.
  const openedAt = "2026-01-01T00:00:00.123456Z";
  for (let n = 0; n < 7; n += 1)
    cases.doubt.push(await stuckCase(pool, { openedAt, assigneeId: n < 2 ? cara.id : null }));
  for (let n = 0; n < 2; n += 1) cases.proof.push(await stuckCase(pool, { failure: "did_not_happen" }));
  for (const actor of [bo, bo, cara]) {
    const stuck = await stuckCase(pool);
    await ask(stuck, "resend", actor);
    cases.pending.push(stuck);
  }
  const released = await stuckCase(pool);
  const requestId = await ask(released, "resend");
  await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, released)) });
  cases.released.push(released);
  const closed = await stuckCase(pool);
  await ask(closed, "dismiss");
  cases.closed.push(closed);
  cases.held.push(await stuckCase(pool, { status: "held", kind: "gated_kind" }));
});

const ids = (...groups: StuckCase[][]) =>
  groups
    .flat()
    .map(({ reviewId }) => reviewId)
    .toSorted();

describe("the lists", () => {
  it.each([
    ["needs_decision", () => ids(cases.doubt, cases.held)],
    ["did_not_happen", () => ids(cases.proof)],
    ["awaiting_sign_off", () => ids(cases.pending)],
    ["released", () => ids(cases.released)],
    ["mine", () => ids(cases.doubt.slice(0, 2))],
    ["closed", () => ids(cases.closed)],
    ["all", () => ids(...Object.values(cases))],
    ["to_sign", () => ids(cases.pending.slice(0, 2))],
    ["asked", () => ids(cases.pending.slice(2))],
  ] as const)("%s holds what belongs there, and says how many", async (tab, expected) => {
    const list = await listReviews(cara, { tab, limit: 100 });
    expect(list.items.map(({ id }) => id).toSorted()).toEqual(expected());
    expect(list).toMatchObject({ total: expected().length, totalIsCapped: false, nextCursor: null });
  });

  it("have the numbers that the navigation shows", async () => {
    for (const actor of [bo, cara]) {
      const counts: Record<string, number> = await countReviews(actor);
      for (const tab of TABS.filter((tab) => !["closed", "all", "decided"].includes(tab))) {
        const { total } = await listReviews(actor, { tab, limit: 1 });
        expect([tab, counts[tab]]).toEqual([tab, total]);
      }
    }
    expect((await countReviews(bo)).to_sign).toBe(0);
  });

  it("are read page by page without a row twice or left out, also within one instant", async () => {
    for (const tab of ["needs_decision", "all", "awaiting_sign_off"] as const) {
      const whole = await listReviews(cara, { tab, limit: 100 });
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listReviews(cara, { tab, limit: 3, ...(cursor && { cursor }) });
        expect(page.total).toBe(whole.total);
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(paged).toEqual(whole.items.map(({ id }) => id));
    }
  });

  it("narrow down to a kind", async () => {
    const list = await listReviews(bo, { tab: "needs_decision", kind: "gated_kind", limit: 10 });
    expect(list).toMatchObject({ total: 1, items: [{ id: cases.held[0]?.reviewId, kind: "gated_kind" }] });
    expect(await listReviews(bo, { tab: "all", kind: "none such", limit: 10 })).toMatchObject({ total: 0, items: [] });
  });

  it("say of a case what it is, how far it got, and what another attempt would risk", async () => {
    const { items } = await listReviews(bo, { tab: "needs_decision", limit: 1 });
    expect(items[0]).toMatchObject({
      shortKey: items[0]?.actionKey.slice(0, 10),
      kind: "send_email",
      step: 1,
      target: "ana@acme.test",
      summary: "Re: proposal",
      status: "failed",
      failure: "may_have_happened",
      phase: "body_sent",
      reached: "Body handed over",
      cause: "stale",
      risk: { word: "may_duplicate", why: "Body handed over, then no answer. Nobody can tell whether it arrived." },
      pendingRequest: null,
      decideBy: null,
    });
  });

  it("leave a request whose time is over out of what waits for a signature", async () => {
    const stuck = await stuckCase(pool);
    const requestId = await ask(stuck, "resend");
    await pool.query("update review_request set expires_at = now() where id = $1", [requestId]);
    const waiting = await listReviews(cara, { tab: "awaiting_sign_off", limit: 100 });
    expect(waiting.items.map(({ id }) => id)).not.toContain(stuck.reviewId);
    const open = await listReviews(cara, { tab: "needs_decision", limit: 100 });
    expect(open.items.map(({ id }) => id)).toContain(stuck.reviewId);
  });
});

describe("the page of a case", () => {
  it("shows the stored bytes, every attempt, the run, who decided what, and what may be done", async () => {
    const runId = "run-page";
    const [first, stuck] = [await stuckCase(pool, { runId, step: 1 }), await stuckCase(pool, { runId, step: 2 })];
    const requestId = await ask(stuck, "resend");
    const page = await readReview(cara, stuck.reviewId);
    expect(page.action.payload).toMatchObject({
      text: '{"subject":"Re: proposal","text":"Hello Ana","to":"ana@acme.test"}',
      value: { subject: "Re: proposal" },
      hash: stuck.payloadHash,
      bytes: 66,
      hiddenPaths: [],
    });
    expect(page.verdict).toMatch(/^Body handed over on .* UTC by mailer-1, and then no answer\. It may have happened/);
    expect(page.action.attempts).toMatchObject([
      { attempt: 1, worker: "mailer-1", phase: "body_sent", outcome: "may_have_happened", endedBy: "reaper" },
    ]);
    expect(page.action.runSteps).toMatchObject([
      { step: 1, actionKey: first.key, reviewId: first.reviewId, isThis: false },
      { step: 2, actionKey: stuck.key, isThis: true },
    ]);
    expect(page.requests).toMatchObject([{ id: requestId, requestedBy: { name: "Bo" }, state: "pending" }]);
    expect(page.timeline).toMatchObject([{ action: "request.created", actor: { type: "person", name: "Bo" } }]);
    expect(page.viewer.sign).toEqual({ allowed: true });
    expect(page.viewer.withdraw).toMatchObject({
      allowed: false,
      because: "Only Bo, who asked for this, can withdraw it.",
    });
    expect(page.viewer.resend).toMatchObject({ allowed: false, blockedBy: "state" });
    expect(page.couldSign).toContainEqual({ id: cara.id, name: "Cara" });
    const own = await readReview(bo, stuck.reviewId);
    expect(own.viewer).toMatchObject({ sign: { allowed: false, blockedBy: "rule" }, withdraw: { allowed: true } });
  });

  it("hides from operators what the policy redacts, in the list too", async () => {
    await pool.query("insert into policy (kind, redact) values ('secret', '{subject,text}')");
    const stuck = await stuckCase(pool, { kind: "secret" });
    const page = await readReview(bo, stuck.reviewId);
    expect(page.action.payload).toMatchObject({
      text: null,
      hash: stuck.payloadHash,
      hiddenPaths: ["subject", "text"],
    });
    expect(page.action.payload.value).toEqual({ to: "ana@acme.test" });
    expect(JSON.stringify([page, await listReviews(bo, { tab: "all", limit: 100, kind: "secret" })])).not.toMatch(
      /proposal|Hello/,
    );
    expect((await readReview(cara, stuck.reviewId)).action.payload.text).toContain("Hello Ana");
  });
});
