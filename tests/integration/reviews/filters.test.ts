import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { assign, createRequest, facetReviews, groupReviews, listReviews, signOff } from "#lib/reviews/index.ts";
import { type ListReviewsInput, listReviewsInputSchema, reviewFilterSchema } from "#lib/reviews/lists/contract.ts";
import { NOTHING } from "#lib/reviews/lists/words.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { hoursAgo, shippedKind } from "../policies/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

const list = (over: Partial<ListReviewsInput>, actor = bo) =>
  listReviews(actor, listReviewsInputSchema.parse({ tab: "all", limit: 100, ...over }));
const idsOf = async (over: Partial<ListReviewsInput>, actor = bo) =>
  (await list(over, actor)).items.map(({ id }) => id).toSorted();
const ids = (...stuck: StuckCase[]) => stuck.map(({ reviewId }) => reviewId).toSorted();

async function change(table: "action_log" | "action_attempt" | "review", stuck: StuckCase, set: string): Promise<void> {
  const key = { action_log: "key", action_attempt: "action_key", review: "action_key" }[table];
  await pool.query(`update ${table} set ${set} where ${key} = $1`, [stuck.key]);
}

async function ask(stuck: StuckCase, actor = bo): Promise<string> {
  const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  return (await createRequest(actor, stuck.reviewId, input)).requestId;
}

let mail: StuckCase;
let invoice: StuckCase;
let url: StuckCase;
let old: StuckCase;
let pending: StuckCase;
let taken: StuckCase;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  mail = await stuckCase(pool, { target: "Ana <Ana@Mail.Acme.test>", runId: "run-mail" });
  invoice = await stuckCase(pool, { kind: "create_invoice", target: "zoe@billing.test", cause: "window_over" });
  url = await stuckCase(pool, { kind: "post_message", target: "https://chat.test:8443/rooms/1", cause: null });
  old = await stuckCase(pool, { openedAt: hoursAgo(30).toISOString(), target: "eli_1@old.test", phase: null });
  pending = await stuckCase(pool, { target: "eli%1@old.test" });
  await ask(pending);
  taken = await stuckCase(pool, { target: "nobody" });
  await assign(cara, taken.reviewId, { assigneeId: bo.id });
});

describe("a list narrows down to", () => {
  it.each([
    ["a kind", { kind: "create_invoice" }, () => [invoice]],
    ["a cause", { cause: "window_over" }, () => [invoice]],
    ["what has no cause", { cause: NOTHING }, () => [url]],
    ["a phase", { phase: "began" }, () => [old]],
    ["the host of an address", { host: "mail.acme.test" }, () => [mail]],
    ["the host of a URL", { host: "chat.test" }, () => [url]],
    ["a run", { run: "run-mail" }, () => [mail]],
    ["a recipient, however it is spelt", { recipient: "ELI_1@old.test" }, () => [old]],
    ["a domain", { recipient: "old.test" }, () => [old, pending]],
    ["who has taken it", { takenBy: "me" }, () => [taken]],
    ["who asked", { askedBy: "me" }, () => [pending]],
    ["what has to be decided soon", { decideWithin: 86_401 }, () => [pending]],
    ["what waits for long", { waitingOver: 86_400 }, () => [old]],
    ["the beginning of a recipient", { text: "Zoe@" }, () => [invoice]],
    ["the beginning of a domain", { text: "mail.ac" }, () => [mail]],
    ["a text that is no pattern", { text: "eli_" }, () => [old]],
    ["a text with a per cent sign", { text: "eli%" }, () => [pending]],
    ["two things at once", { recipient: "old.test", waitingOver: 86_400 }, () => [old]],
    ["nothing", { text: "ana@mail" }, () => []],
  ] as const)("%s", async (_what, filter, expected) => {
    const found = await list(filter);
    expect(found.items.map(({ id }) => id).toSorted()).toEqual(ids(...expected()));
    expect(found.total).toBe(expected().length);
  });

  it("an action by the beginning of its key, or by the Message-ID made of it", async () => {
    for (const text of [mail.key.slice(0, 10), mail.key, `<${mail.key.slice(0, 32)}.1@notwice>`]) {
      expect(await idsOf({ text })).toEqual(ids(mail));
    }
  });

  it("nobody's, and not those whose time to decide is not near", async () => {
    expect(await idsOf({ takenBy: NOTHING })).toEqual(ids(mail, invoice, url, old, pending));
    expect(await idsOf({ decideWithin: 60 })).toEqual([]);
  });

  it("what a worker reported late about", async () => {
    const late = await stuckCase(pool, { runId: "run-late" });
    await change("action_log", late, "doubts = 0, failure = 'did_not_happen', revision = revision + 1");
    expect(await idsOf({ late: "yes" })).toEqual(ids(late));
    expect(await idsOf({ late: "yes", tab: "did_not_happen" })).toEqual(ids(late));
  });
});

describe("the risk", () => {
  beforeAll(async () => {
    const deduped = await shippedKind(pool, {
      recovery: "retry",
      provider_window_seconds: 7200,
      effective_at: hoursAgo(50),
    });
    const checked = await shippedKind(pool, { recovery: "verify", effective_at: hoursAgo(50) });
    const loosened = await shippedKind(pool, { recovery: "retry", version: 2, effective_at: hoursAgo(2) });
    await pool.query(
      `insert into policy_revision (kind, version, fields, loosens, proposed_by, effective_at)
       values ($1, 1, '{"recovery":"ask"}', false, 'ada', $2), ($1, 2, '{"recovery":"retry"}', true, 'ada', $3)`,
      [loosened, hoursAgo(90), hoursAgo(2)],
    );
    for (const kind of [deduped, checked, loosened, "no_policy_at_all"]) {
      await stuckCase(pool, { kind, failure: "did_not_happen" });
      await stuckCase(pool, { kind, status: "held" });
      for (const hours of [1, 3, 60]) {
        const stuck = await stuckCase(pool, { kind, claimedAt: hoursAgo(hours) });
        if (hours === 3) await ask(stuck);
      }
    }
  });

  it.each(["safe", "deduped", "check_first", "may_duplicate"] as const)(
    "%s is filtered by the word that the row shows",
    async (risk) => {
      const all = await list({ tab: "all" });
      const wanted = all.items.filter((row) => row.risk?.word === risk && row.state !== "closed");
      expect(wanted).not.toEqual([]);
      expect(await idsOf({ risk })).toEqual(wanted.map(({ id }) => id).toSorted());
    },
  );

  it("is counted by facets, and split by groups, as the lists count it", async () => {
    const filter = reviewFilterSchema.parse({ tab: "needs_decision" });
    const { facets } = await facetReviews(bo, filter);
    for (const { value, count } of facets.risk) {
      expect([value, count]).toEqual([value, (await list({ tab: "needs_decision", risk: riskOf(value) })).total]);
    }
    const { groups } = await groupReviews(bo, { ...filter, by: "cause" });
    const split = groups.flatMap(({ risks }) => risks).filter(({ word }) => word === "deduped");
    expect(split.reduce((sum, { count }) => sum + count, 0)).toBe(
      facets.risk.find(({ value }) => value === "deduped")?.count,
    );
  });
});

function riskOf(value: string) {
  return reviewFilterSchema.shape.risk.parse(value);
}

describe("facets and groups", () => {
  it("count what the list would hold if their value were chosen, their own filter left aside", async () => {
    const filter = reviewFilterSchema.parse({ tab: "all", kind: "create_invoice", host: "billing.test" });
    const { facets, isCapped } = await facetReviews(bo, filter);
    expect(isCapped).toBe(false);
    expect(facets.kind).toEqual([{ value: "create_invoice", label: null, count: 1 }]);
    expect(facets.host).toEqual([{ value: "billing.test", label: null, count: 1 }]);
    expect(facets.phase).toEqual([{ value: "body_sent", label: "Body handed over", count: 1 }]);
    const without = await facetReviews(bo, reviewFilterSchema.parse({ tab: "all", kind: "create_invoice" }));
    expect(without.facets.kind.length).toBeGreaterThan(2);
    expect((await facetReviews(bo, reviewFilterSchema.parse({ tab: "mine" }))).facets.takenBy).toEqual([
      { value: bo.id, label: "Bo", count: 1 },
    ]);
  });

  it.each(["cause", "run", "recipient"] as const)("by %s hold what their filter finds", async (by) => {
    const filter = reviewFilterSchema.parse({ tab: "all" });
    const { groups } = await groupReviews(bo, { ...filter, by });
    expect(groups.length).toBeGreaterThan(3);
    const whole = await list({});
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(whole.total);
    for (const group of groups.slice(0, 5)) {
      const found = await list({ ...group.filter, limit: 100 });
      expect([group.filter, found.total]).toEqual([group.filter, group.count]);
      expect(group.oldestAt).toBe(found.items.map(({ openedAt }) => openedAt).toSorted()[0]);
    }
  });
});

describe("the order", () => {
  it.each([
    ["needs_decision", "opened"],
    ["needs_decision", "attempts"],
    ["awaiting_sign_off", "decide_by"],
    ["awaiting_sign_off", "opened"],
    ["mine", "decide_by"],
    ["all", "opened"],
  ] as const)("of %s by %s is read page by page both ways", async (tab, sort) => {
    for (const order of ["asc", "desc"] as const) {
      const whole = await list({ tab, sort, order });
      const paged: string[] = [];
      for (let cursor: string | undefined, at = 0; at === 0 || cursor !== undefined; at += 1) {
        const page = await list({ tab, sort, order, limit: 2, ...(cursor && { cursor }) });
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      }
      expect(paged).toEqual(whole.items.map(({ id }) => id));
    }
  });

  it("by attempts is of attempts, and a cursor of another order is refused", async () => {
    const { items, nextCursor } = await list({ tab: "needs_decision", sort: "attempts", limit: 2 });
    expect(items.map(({ attempt }) => attempt)).toEqual([1, 1]);
    const other = list({ tab: "needs_decision", sort: "opened", cursor: nextCursor ?? "" });
    await expect(other).rejects.toMatchObject({ code: "invalid_input" });
    await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("of what was decided is the newest first, with who decided what", async () => {
    const [first, second] = [await stuckCase(pool), await stuckCase(pool)];
    for (const [stuck, verdict] of [
      [first, "reject"],
      [second, "approve"],
    ] as const) {
      const requestId = await ask(stuck);
      await signOff(cara, requestId, { verdict, note: "x", ...(await seenOf(pool, stuck)) });
    }
    const { items } = await list({ tab: "decided" });
    expect(items).toMatchObject([
      { id: second.reviewId, decidedRequest: { state: "approved", decidedBy: { name: "Cara" } } },
      { id: first.reviewId, decidedRequest: { state: "rejected" }, pendingRequest: null },
    ]);
  });
});
