import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import {
  createRequest,
  freezeBulkRequest,
  readBulkRequest,
  signBulkRequest,
  signOff,
  takeBack,
  withdrawRequest,
} from "#lib/reviews/index.ts";
import { askedOf, countsOf, draftOf, newKind, rowsOf, stuckCases, sweepLapsed } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { claimReleased, person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const APPROVE = { verdict: "approve" as const, note: "Searched the provider" };
const REJECT = { verdict: "reject" as const, note: "They arrived" };
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "operator", "approver");
  dev = await person(pool, "Dev", "approver");
});

async function requestIdOf({ key }: StuckCase): Promise<string> {
  return String((await requestRows(pool, key)).at(-1)?.["id"]);
}

async function signOffRows(stuck: StuckCase) {
  const { rows } = await pool.query("select * from sign_off where request_id = $1 order by at", [
    await requestIdOf(stuck),
  ]);
  return rows;
}

const snapshots = (cases: readonly StuckCase[]) => Promise.all(cases.map((one) => snapshot(pool, one)));

describe("one signature", () => {
  it("is a sign-off per item, and its releases follow one another at the pace, from one moment", async () => {
    const cases = await stuckCases(pool, 4);
    const other = await stuckCase(pool);
    const before = await snapshots([other]);
    const id = await askedOf(pool, bo, cases, { paceSeconds: 5 });
    const answer = await signBulkRequest(cara, id, APPROVE, "sign-1");
    expect(answer).toMatchObject({ verdict: "approve", signed: 4, decided: 4, refused: [] });
    const moments = new Set<number>();
    for (const [place, stuck] of cases.entries()) {
      const action = await actionRow(pool, stuck.key);
      const requestId = await requestIdOf(stuck);
      expect(action).toMatchObject({
        status: "released",
        release_reason: "approval",
        release_request_id: requestId,
        claim_token: null,
      });
      const [released, claimable, expires] = ["released_at", "claimable_at", "release_expires_at"].map((column) =>
        (action[column] as Date).getTime(),
      ) as [number, number, number];
      moments.add(released);
      expect([claimable - released, expires - claimable]).toEqual([30_000 + place * 5000, 3_600_000]);
      expect(await signOffRows(stuck)).toMatchObject([
        { approver_id: cara.id, verdict: "approve", requested_by: bo.id },
      ]);
      expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "released" }]);
      expect(await auditActions(pool, requestId)).toEqual(["request.created", "sign_off.given", "request.approved"]);
      expect(await auditActions(pool, stuck.key)).toEqual(["action.released"]);
    }
    expect(moments.size).toBe(1);
    expect(await auditActions(pool, id)).toEqual(["bulk_request.frozen", "bulk_request.asked", "bulk_request.signed"]);
    expect(await countsOf(bo, id)).toMatchObject({ asked: 4, waiting: 4, done: 0 });
    expect(await snapshots([other])).toEqual(before);
    expect(await signBulkRequest(cara, id, APPROVE, "sign-1")).toEqual(answer);
    await expect(signBulkRequest(cara, id, REJECT, "sign-1")).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await expect(signBulkRequest(cara, id, APPROVE)).rejects.toMatchObject({ status: 409 });
    await expect(signBulkRequest(dev, id, APPROVE)).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("turns the whole set down as well, and releases nothing", async () => {
    const cases = await stuckCases(pool, 2);
    const id = await askedOf(pool, bo, cases);
    expect(await signBulkRequest(cara, id, REJECT)).toMatchObject({ signed: 2, decided: 2 });
    for (const { key } of cases) {
      expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
      expect(await requestRows(pool, key)).toMatchObject([{ state: "rejected", decided_by: cara.id }]);
      expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 3 }]);
    }
    const { items, counts } = await readBulkRequest(bo, id, { show: "refused", limit: 10 });
    expect(counts).toMatchObject({ asked: 2, refused: 2, waiting: 0 });
    expect(items[0]?.reason).toMatchObject({ code: "rejected", by: "Cara" });
  });

  it("of two that are needed is recorded, and the second one releases", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind, sign_offs_resend) values ($1, 2)", [kind]);
    const cases = await stuckCases(pool, 3, kind);
    const id = await askedOf(pool, bo, cases);
    expect(await signBulkRequest(cara, id, APPROVE)).toMatchObject({ signed: 3, decided: 0 });
    for (const { key } of cases) expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
    await expect(signBulkRequest(cara, id, APPROVE)).rejects.toMatchObject({
      message: "You already signed this set. Others may still have to.",
    });
    expect(await countsOf(bo, id)).toMatchObject({ waiting: 3 });
    expect(await signBulkRequest(dev, id, APPROVE)).toMatchObject({ signed: 3, decided: 3 });
    for (const { key } of cases) expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
  });

  it("of a dismissal that needs one dismisses", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind, sign_offs_dismiss) values ($1, 1)", [kind]);
    const cases = await stuckCases(pool, 2, kind);
    const id = await askedOf(pool, bo, cases, { type: "dismiss" });
    expect(await signBulkRequest(cara, id, APPROVE)).toMatchObject({ signed: 2, decided: 2 });
    for (const { key } of cases) expect(await actionRow(pool, key)).toMatchObject({ status: "dismissed" });
    expect(await countsOf(bo, id)).toMatchObject({ asked: 2, done: 2 });
  });
});

describe("who asked may not sign", () => {
  it("a set of their own, whatever their roles; nor who is no approver, nor a draft", async () => {
    const cases = await stuckCases(pool, 2);
    const id = await askedOf(pool, cara, cases);
    const before = await snapshots(cases);
    await expect(signBulkRequest(cara, id, APPROVE)).rejects.toMatchObject({ code: "own_request", status: 403 });
    await expect(signBulkRequest(cara, id, REJECT)).rejects.toMatchObject({ code: "own_request" });
    await expect(signBulkRequest(bo, id, APPROVE)).rejects.toMatchObject({ code: "forbidden", status: 403 });
    const draft = await draftOf(pool, bo, await stuckCases(pool, 1));
    await expect(signBulkRequest(dev, draft, APPROVE)).rejects.toMatchObject({ code: "illegal_transition" });
    expect(await snapshots(cases)).toEqual(before);
  });

  it("items of their own, or that they edited, in a set of pending requests: left as they are, and said", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind, sign_offs_resend) values ($1, 2)", [kind]);
    const [own, edited, free] = (await stuckCases(pool, 3)) as [StuckCase, StuckCase, StuckCase];
    const voted = await stuckCase(pool, { kind });
    const cases = [own, edited, voted, free];
    const requestIds: string[] = [];
    for (const one of cases) {
      const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, one)) };
      requestIds.push((await createRequest(one === own ? cara : bo, one.reviewId, input)).requestId);
    }
    await pool.query("update review_request set edited_by = $2 where id = $1", [requestIds[1], cara.id]);
    const seen = await rowsOf(pool, cases);
    const rows = requestIds.map((id, place) => ({ ...seen[place], id })) as typeof seen;
    const { bulkRequestId: id } = await freezeBulkRequest(cara, { pendingRequests: rows });
    await pool.query(
      "insert into sign_off (request_id, requested_by, approver_id, verdict) values ($1, $2, $3, 'approve')",
      [requestIds[2], bo.id, cara.id],
    );
    const before = await snapshots([own, edited, voted]);
    expect((await readBulkRequest(cara, id, { show: "all", limit: 10 })).signable).toBe(1);
    const answer = await signBulkRequest(cara, id, APPROVE);
    expect(answer).toMatchObject({ signed: 1, decided: 1 });
    expect(answer.refused.map(({ position, code, because }) => [position, code, because])).toEqual([
      [1, "own_request", "You asked for this, so someone else must sign off."],
      [2, "own_request", "You edited what is to be sent, so someone else must sign off."],
      [3, "decided_otherwise", "You already signed this request. Others may still have to."],
    ]);
    expect(await snapshots([own, edited, voted])).toEqual(before);
    expect(await actionRow(pool, free.key)).toMatchObject({ status: "released" });
    expect(await signBulkRequest(dev, id, APPROVE)).toMatchObject({ signed: 3, refused: [] });
  });

  it("and where all of it is theirs, nothing is recorded", async () => {
    const [own] = (await stuckCases(pool, 1)) as [StuckCase];
    const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, own)) };
    const { requestId } = await createRequest(cara, own.reviewId, input);
    const [seen] = await rowsOf(pool, [own]);
    const rows = [{ id: requestId, version: seen?.version ?? 0, payloadHash: seen?.payloadHash ?? null }];
    const { bulkRequestId: id } = await freezeBulkRequest(cara, { pendingRequests: rows });
    await expect(signBulkRequest(cara, id, APPROVE)).rejects.toMatchObject({ code: "own_request", status: 403 });
    expect((await readBulkRequest(cara, id, { show: "all", limit: 1 })).signOffs).toEqual([]);
    expect(await signBulkRequest(dev, id, APPROVE)).toMatchObject({ signed: 1 });
  });
});

describe("what was asked for is what is signed", () => {
  it("an item that changed since is left as it is; its neighbours are signed", async () => {
    const cases = (await stuckCases(pool, 4)) as [StuckCase, StuckCase, StuckCase, StuckCase];
    const [evidence, attempted, withdrawn, same] = cases;
    const id = await askedOf(pool, bo, cases);
    await pool.query("update review set version = version + 1 where id = $1", [evidence.reviewId]);
    await pool.query("update action_log set attempt = 2, revision = revision + 1 where key = $1", [attempted.key]);
    await withdrawRequest(bo, await requestIdOf(withdrawn), {});
    const before = await snapshots([evidence, withdrawn]);
    const answer = await signBulkRequest(cara, id, APPROVE);
    expect(answer).toMatchObject({ signed: 1, decided: 1 });
    expect(answer.refused.map(({ position, code }) => [position, code])).toEqual([
      [1, "changed_since_seen"],
      [2, "superseded"],
    ]);
    expect(await snapshots([evidence, withdrawn])).toEqual(before);
    expect(await requestRows(pool, attempted.key)).toMatchObject([
      { state: "superseded", end_reason: "action_changed" },
    ]);
    expect(await actionRow(pool, same.key)).toMatchObject({ status: "released" });
    const { items } = await readBulkRequest(bo, id, { show: "all", limit: 10 });
    expect(items.map(({ outcome, reason }) => [outcome, reason?.code])).toEqual([
      ["waiting", undefined],
      ["refused", "superseded"],
      ["not_attempted", "withdrawn"],
      ["waiting", undefined],
    ]);
  });

  it("a policy changed since voids all of its requests, and says so after they have ended", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind) values ($1)", [kind]);
    const cases = await stuckCases(pool, 2, kind);
    const id = await askedOf(pool, bo, cases);
    await pool.query("update policy set recovery = 'retry', version = 2 where kind = $1", [kind]);
    await expect(signBulkRequest(cara, id, APPROVE)).rejects.toMatchObject({ code: "superseded", status: 410 });
    for (const { key } of cases) {
      expect(await requestRows(pool, key)).toMatchObject([{ state: "superseded", end_reason: "policy_changed" }]);
      expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
    }
    expect(await countsOf(bo, id)).toMatchObject({ asked: 2, refused: 2, waiting: 0 });
  });

  it("a policy that needs more signatures since raises what each needs", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind) values ($1)", [kind]);
    const cases = await stuckCases(pool, 2, kind);
    const id = await askedOf(pool, bo, cases);
    await pool.query("update policy set sign_offs_resend = 2 where kind = $1", [kind]);
    expect(await signBulkRequest(cara, id, APPROVE)).toMatchObject({ signed: 2, decided: 0 });
    for (const { key } of cases) expect(await requestRows(pool, key)).toMatchObject([{ sign_offs_needed: 2 }]);
    expect(await signBulkRequest(dev, id, APPROVE)).toMatchObject({ decided: 2 });
  });

  it("what expired ends as expired, though the reaper has not run; the rest is signed", async () => {
    const [late, due] = (await stuckCases(pool, 2)) as [StuckCase, StuckCase];
    const id = await askedOf(pool, bo, [late, due]);
    await pool.query("update review_request set expires_at = now() where id = $1", [await requestIdOf(late)]);
    expect(await countsOf(bo, id)).toMatchObject({ asked: 2, refused: 1, waiting: 1 });
    expect(await signBulkRequest(cara, id, APPROVE)).toMatchObject({ signed: 1, refused: [] });
    expect(await actionRow(pool, due.key)).toMatchObject({ status: "released" });
    expect(await actionRow(pool, late.key)).toMatchObject({ status: "failed" });
    const { items } = await readBulkRequest(bo, id, { show: "refused", limit: 10 });
    expect(items).toMatchObject([{ position: 1, reason: { code: "expired" } }]);
  });
});

describe("the report", () => {
  it("adds up whatever became of each item", async () => {
    const cases = (await stuckCases(pool, 8)) as [
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
    ];
    const [claimed, succeeded, failedAgain, back, lapsed, arrived, , again] = cases;
    const id = await askedOf(pool, bo, cases);
    await signBulkRequest(cara, id, APPROVE);
    await pool.query("update action_log set claimable_at = released_at where key = any($1)", [
      cases.map(({ key }) => key),
    ]);
    for (const one of [claimed, succeeded, failedAgain, again]) await claimReleased(pool, one.key);
    await pool.query(
      "update action_log set status = 'succeeded', completed_at = now(), revision = revision + 1 where key = $1",
      [succeeded.key],
    );
    for (const one of [failedAgain, again]) {
      await pool.query(
        `update action_log set status = 'failed', failure = 'may_have_happened', doubts = 2, judged_attempt = 2,
           completed_at = now(), revision = revision + 1 where key = $1`,
        [one.key],
      );
      await pool.query("insert into review (action_key, attempt) values ($1, 2)", [one.key]);
    }
    await takeBack(dev, await requestIdOf(back), {});
    await sweepLapsed(pool, lapsed.key);
    await pool.query("select notwice_late_success($1, 1, null, '{}', 'late_worker', 'mailer-1')", [arrived.key]);
    await secondResend(again);
    const { items, counts } = await readBulkRequest(bo, id, { show: "all", limit: 100 });
    expect(items.map(({ outcome, reason }) => [outcome, reason?.code])).toEqual([
      ["done", undefined],
      ["done", undefined],
      ["done", undefined],
      ["not_attempted", "taken_back"],
      ["not_attempted", "lapsed"],
      ["not_attempted", "landed_late"],
      ["waiting", undefined],
      ["done", undefined],
    ]);
    expect(counts).toEqual({ asked: 8, done: 4, refused: 0, waiting: 1, notAttempted: 3, leftOut: 0 });
    await secondResend(back);
    await claimReleased(pool, back.key);
    expect(await countsOf(bo, id)).toMatchObject({ done: 4, notAttempted: 3 });
  });

  /** Another release of the same action since then takes nothing from what the set has done, and adds nothing. */
  async function secondResend(stuck: StuckCase): Promise<void> {
    const { rows } = await pool.query("select id, version from review where action_key = $1 and state = 'open'", [
      stuck.key,
    ]);
    const seen = { version: rows[0].version, payloadHash: stuck.payloadHash };
    const { requestId } = await createRequest(bo, rows[0].id, { type: "resend", reason: "Again", ...seen });
    await signOff(cara, requestId, { verdict: "approve", ...seen, version: seen.version + 1 });
  }
});
