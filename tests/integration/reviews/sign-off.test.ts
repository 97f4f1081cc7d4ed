import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, listReviews, readReview, signOff, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "operator", "approver");
  dev = await person(pool, "Dev", "approver");
});

async function pendingResend(kind = "send_email", requester = bo): Promise<StuckCase & { requestId: string }> {
  const stuck = await stuckCase(pool, { kind });
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  return { ...stuck, requestId: (await createRequest(requester, stuck.reviewId, input)).requestId };
}

async function sign(pending: StuckCase & { requestId: string }, actor: Actor, over: object = {}) {
  return signOff(actor, pending.requestId, { verdict: "approve", ...(await seenOf(pool, pending)), ...over });
}

describe("who asked may not sign", () => {
  it("whatever their roles", async () => {
    const all = await person(pool, "Ada", "operator", "approver", "admin");
    for (const requester of [bo, cara, all]) {
      const pending = await pendingResend("send_email", requester);
      const before = await snapshot(pool, pending);
      for (const verdict of ["approve", "reject"]) {
        await expect(sign(pending, requester, { verdict, note: "mine" })).rejects.toMatchObject({
          code: "own_request",
          status: 403,
          message: "You asked for this, so someone else must sign off.",
        });
      }
      expect(await snapshot(pool, pending)).toEqual(before);
    }
  });

  it("nor who edited what is to be sent", async () => {
    const pending = await pendingResend();
    await pool.query("update review_request set edited_by = $2 where id = $1", [pending.requestId, cara.id]);
    await expect(sign(pending, cara)).rejects.toMatchObject({ code: "own_request" });
  });

  it("nor by plain SQL against the table", async () => {
    const pending = await pendingResend();
    const insert = (requestedBy: string, approver: string) =>
      pool.query(
        "insert into sign_off (request_id, requested_by, approver_id, verdict) values ($1, $2, $3, 'approve')",
        [pending.requestId, requestedBy, approver],
      );
    await expect(insert(bo.id, bo.id)).rejects.toMatchObject({ constraint: "sign_off_not_by_requester" });
    await expect(insert(cara.id, bo.id)).rejects.toMatchObject({ constraint: "sign_off_request_fkey" });
    await pool.query("update review_request set edited_by = $2 where id = $1", [pending.requestId, dev.id]);
    await expect(insert(bo.id, dev.id)).rejects.toMatchObject({ constraint: "sign_off_not_by_editor" });
    expect((await requestRows(pool, pending.key))[0]).toMatchObject({ state: "pending" });
  });

  it("nor who edited the bytes in an earlier review of the same action", async () => {
    const pending = await pendingResend();
    await pool.query("update review_request set edited_by = $2 where id = $1", [pending.requestId, cara.id]);
    await pool.query("update review_request set state = 'rejected' where id = $1", [pending.requestId]);
    await pool.query("update review set state = 'closed', resolution = 'sent' where action_key = $1", [pending.key]);
    const { rows } = await pool.query(
      `with v as (insert into review (action_key, attempt) values ($1, 1) returning id)
       insert into review_request (review_id, type, requested_by, reason, expires_at)
       select id, 'resend', $2, 'again', now() + interval '1 hour' from v returning edited_by`,
      [pending.key, bo.id],
    );
    expect(rows).toEqual([{ edited_by: cara.id }]);
  });

  it("nor can who asked be changed once someone signed", async () => {
    await pool.query("insert into policy (kind, sign_offs_resend) values ('pair', 2)");
    const pending = await pendingResend("pair");
    await sign(pending, cara);
    const changed = pool.query("update review_request set requested_by = $2 where id = $1", [
      pending.requestId,
      dev.id,
    ]);
    await expect(changed).rejects.toMatchObject({ constraint: "review_request_frozen" });
  });
});

describe("an answer", () => {
  it("needs the role, and says so last", async () => {
    const eve = await person(pool, "Eve", "operator", "admin");
    const pending = await pendingResend();
    await expect(sign(pending, eve)).rejects.toMatchObject({ code: "forbidden", status: 403 });
    await expect(sign(pending, eve, { version: 99 })).rejects.toMatchObject({ code: "changed_since_seen" });
  });

  it("is refused when the case has changed since it was seen", async () => {
    const pending = await pendingResend();
    const before = await snapshot(pool, pending);
    await expect(sign(pending, cara, { version: 1 })).rejects.toMatchObject({ status: 412 });
    await expect(sign(pending, cara, { payloadHash: null })).rejects.toMatchObject({ status: 412 });
    expect(await snapshot(pool, pending)).toEqual(before);
  });

  it("repeated under one Idempotency-Key is one answer, also after a change of role", async () => {
    const pending = await pendingResend();
    const input = { verdict: "approve" as const, ...(await seenOf(pool, pending)) };
    const first = await signOff(cara, pending.requestId, input, "sign-once");
    const before = await snapshot(pool, pending);
    expect(await signOff(cara, pending.requestId, input, "sign-once")).toEqual(first);
    expect(await signOff({ ...cara, roles: ["operator"] }, pending.requestId, input, "sign-once")).toEqual(first);
    const other = { ...input, verdict: "reject" as const, note: "no" };
    await expect(signOff(cara, pending.requestId, other, "sign-once")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await snapshot(pool, pending)).toEqual(before);
  });

  it("to an expired request is 410, and the request ends as expired though the reaper has not run", async () => {
    const pending = await pendingResend();
    await pool.query("update review_request set expires_at = now() where id = $1", [pending.requestId]);
    await expect(sign(pending, cara)).rejects.toMatchObject({ code: "expired", status: 410 });
    expect(await requestRows(pool, pending.key)).toMatchObject([{ state: "expired" }]);
    expect(await actionRow(pool, pending.key)).toMatchObject({ status: "failed" });
    expect(await reviewRows(pool, pending.key)).toMatchObject([{ state: "open", version: 3 }]);
    expect((await auditActions(pool, pending.requestId)).at(-1)).toBe("request.expired");
    await expect(sign(pending, cara)).rejects.toMatchObject({ status: 410 });
  });

  it("case 23: of an old screen does not reach a later request", async () => {
    const pending = await pendingResend();
    const seen = await seenOf(pool, pending);
    await sign(pending, dev, { verdict: "reject", note: "Wrong recipient" });
    const input = { type: "resend" as const, reason: "Again", ...(await seenOf(pool, pending)) };
    const second = await createRequest(bo, pending.reviewId, input);
    const before = await snapshot(pool, pending);
    await expect(signOff(cara, pending.requestId, { verdict: "approve", ...seen })).rejects.toMatchObject({
      code: "decided_otherwise",
      status: 409,
      facts: { by: "Dev", decision: "rejected" },
    });
    await expect(signOff(cara, second.requestId, { verdict: "approve", ...seen })).rejects.toMatchObject({
      status: 412,
    });
    expect(await snapshot(pool, pending)).toEqual(before);
  });
});

describe("what was asked for is what is signed", () => {
  it.each(["recovery = 'retry'", "gate = 'before_send'"])(
    "a policy changed to %s since voids the request",
    async (change) => {
      const kind = `kind-${change.slice(0, 4)}`;
      await pool.query("insert into policy (kind) values ($1)", [kind]);
      const pending = await pendingResend(kind);
      await pool.query(`update policy set ${change}, version = version + 1 where kind = $1`, [kind]);
      await expect(sign(pending, cara)).rejects.toMatchObject({ code: "superseded", status: 410 });
      expect(await requestRows(pool, pending.key)).toMatchObject([
        { state: "superseded", end_reason: "policy_changed" },
      ]);
      expect(await reviewRows(pool, pending.key)).toMatchObject([{ state: "open", version: 3 }]);
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: "failed" });
      expect((await auditActions(pool, pending.requestId)).at(-1)).toBe("request.superseded");
    },
  );

  it("a policy that needs more signatures since raises what is needed", async () => {
    await pool.query("insert into policy (kind) values ('tighter')");
    const pending = await pendingResend("tighter");
    await pool.query("update policy set sign_offs_resend = 2 where kind = 'tighter'");
    expect((await sign(pending, cara)).outcome).toBe("recorded");
    expect(await requestRows(pool, pending.key)).toMatchObject([{ state: "pending", sign_offs_needed: 2 }]);
    expect((await sign(pending, dev)).outcome).toBe("approved");
  });

  it("another attempt since voids the request", async () => {
    const pending = await pendingResend();
    await pool.query("update action_log set attempt = 2, revision = revision + 1 where key = $1", [pending.key]);
    await expect(sign(pending, cara)).rejects.toMatchObject({ code: "superseded" });
    expect(await actionRow(pool, pending.key)).toMatchObject({ status: "failed" });
  });
});

describe("case 26: a request whose reason is gone", () => {
  it("is closed with the reason and no longer offered", async () => {
    const pending = await pendingResend();
    expect(await offered(cara)).toContain(pending.reviewId);
    const report = "select notwice_late_success($1, 1, null, '{}', 'late_worker', 'mailer-1')";
    await pool.query(report, [pending.key]);
    expect(await offered(cara)).not.toContain(pending.reviewId);
    await expect(sign(pending, cara)).rejects.toMatchObject({
      code: "superseded",
      message: expect.stringContaining("did arrive"),
    });
    await expect(withdrawRequest(bo, pending.requestId, {})).rejects.toMatchObject({ status: 410 });
    const { review, viewer } = await readReview(cara, pending.reviewId);
    expect(review).toMatchObject({ state: "closed", resolution: "landed_late", pendingRequest: null, risk: null });
    expect(viewer.sign.allowed).toBe(false);
    expect(viewer.resend).toMatchObject({ allowed: false, blockedBy: "state" });
  });

  async function offered(actor: Actor): Promise<string[]> {
    const { items } = await listReviews(actor, { tab: "to_sign", limit: 100 });
    return items.map(({ id }) => id);
  }
});
