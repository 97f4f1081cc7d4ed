import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { AppError } from "#lib/errors.ts";
import { createRequest, signOff, takeBack, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { claimReleased, person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const ROUNDS = 20;
/** An instant is missed more often than two calls miss each other. */
const EXPIRY_ROUNDS = 100;
const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  dev = await person(pool, "Dev", "approver");
});

type Pending = StuckCase & { requestId: string; seen: { version: number; payloadHash: string | null } };

async function pendingResend(): Promise<Pending> {
  const stuck = await stuckCase(pool);
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  const { requestId } = await createRequest(bo, stuck.reviewId, input);
  return { ...stuck, requestId, seen: await seenOf(pool, stuck) };
}

function approve({ requestId, seen }: Pending, actor: Actor) {
  return signOff(actor, requestId, { verdict: "approve", ...seen });
}

function reject({ requestId, seen }: Pending, actor: Actor) {
  return signOff(actor, requestId, { verdict: "reject", note: "It arrived", ...seen });
}

/** Who won, and what the losers were told; an error that is no refusal fails the test. */
async function race(...calls: Promise<unknown>[]): Promise<{ won: number[]; lost: AppError[] }> {
  const outcomes = await Promise.allSettled(calls);
  const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  for (const reason of lost) if (!(reason instanceof AppError)) throw reason;
  const won = outcomes.flatMap((outcome, place) => (outcome.status === "fulfilled" ? [place] : []));
  return { won, lost: lost as AppError[] };
}

describe("at the same moment", () => {
  it("case 18: two approvers the same way are one release, and the other learns who and when", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      const { won, lost } = await race(approve(pending, cara), approve(pending, dev));
      expect(won).toHaveLength(1);
      const winner = won[0] === 0 ? cara : dev;
      const request = (await requestRows(pool, pending.key))[0] ?? {};
      expect(request).toMatchObject({ state: "approved", decided_by: winner.id });
      expect(lost).toMatchObject([
        {
          code: "decided_otherwise",
          status: 409,
          facts: { by: winner.name, at: (request["decided_at"] as Date).toISOString(), decision: "approved" },
        },
      ]);
      expect(await auditActions(pool, pending.key)).toEqual(["action.released"]);
      expect(await claimReleased(pool, pending.key)).toBe(2);
      expect(await claimReleased(pool, pending.key)).toBeNull();
      await expect(approve(pending, winner)).rejects.toMatchObject({ status: 409 });
    }
  });

  it("case 18: one approver in two tabs is one release", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      const { won, lost } = await race(...Array.from({ length: 4 }, () => approve(pending, cara)));
      expect(won).toHaveLength(1);
      expect(lost.map(({ status, facts }) => [status, facts.by])).toEqual([
        [409, "Cara"],
        [409, "Cara"],
        [409, "Cara"],
      ]);
      expect(await auditActions(pool, pending.key)).toEqual(["action.released"]);
    }
  });

  it("case 21: two approvers opposite ways end in one of the two", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      const { won, lost } = await race(approve(pending, cara), reject(pending, dev));
      expect(won).toHaveLength(1);
      const approved = won[0] === 0;
      expect(lost).toMatchObject([{ status: 409, facts: { by: approved ? "Cara" : "Dev" } }]);
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: approved ? "released" : "failed" });
      expect(await requestRows(pool, pending.key)).toMatchObject([{ state: approved ? "approved" : "rejected" }]);
      expect(await auditActions(pool, pending.key)).toEqual(approved ? ["action.released"] : []);
    }
  });

  it("signing and withdrawing end in one of the two", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      const { won, lost } = await race(approve(pending, cara), withdrawRequest(bo, pending.requestId, {}));
      expect(won).toHaveLength(1);
      const approved = won[0] === 0;
      expect(lost).toMatchObject([{ status: 409, facts: { by: approved ? "Cara" : "Bo" } }]);
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: approved ? "released" : "failed" });
    }
  });

  it("case 26: signing and a late success end with the success, whoever came first", async () => {
    const report = "select notwice_late_success($1, 1, null, '{\"id\": 1}', 'late_worker', 'mailer-1')";
    const seenOutcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      const late = pool.query(report, [pending.key]);
      const { won, lost } = await race(approve(pending, cara), late);
      expect(won).toContain(1);
      seenOutcomes.add(lost[0]?.code ?? "signed first");
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
      expect(await reviewRows(pool, pending.key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
      expect(await requestRows(pool, pending.key)).toMatchObject([
        { state: lost.length === 0 ? "approved" : "superseded" },
      ]);
      expect(await claimReleased(pool, pending.key)).toBeNull();
    }
    for (const outcome of seenOutcomes) expect(["signed first", "superseded"]).toContain(outcome);
  });

  it("signing and an expiry end in one of the two", async () => {
    for (let round = 0; round < EXPIRY_ROUNDS; round += 1) {
      const pending = await pendingResend();
      const soon = "update review_request set expires_at = clock_timestamp() + make_interval(secs => $2) where id = $1";
      await pool.query(soon, [pending.requestId, (round % ROUNDS) / 1000]);
      const expire = async () =>
        pool.query(
          `update review_request set state = 'expired', decided_at = clock_timestamp()
           where id = $1 and state = 'pending' and expires_at <= clock_timestamp()`,
          [pending.requestId],
        );
      const { won } = await race(approve(pending, cara), expire());
      const approved = won.includes(0);
      // The pass may have looked too early, and the signature come too late: then the next pass finds it.
      await expire();
      expect(await requestRows(pool, pending.key)).toMatchObject([{ state: approved ? "approved" : "expired" }]);
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: approved ? "released" : "failed" });
    }
  });

  it("taking back and claiming: one wins", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await pendingResend();
      await approve(pending, cara);
      const claim = claimReleased(pool, pending.key);
      const { won, lost } = await race(takeBack(bo, pending.requestId, {}), claim);
      const claimed = (await claim) !== null;
      expect(won.includes(0)).toBe(!claimed);
      expect(lost.map(({ status }) => status)).toEqual(claimed ? [409] : []);
      expect(await actionRow(pool, pending.key)).toMatchObject({ status: claimed ? "in_flight" : "failed" });
      expect(await reviewRows(pool, pending.key)).toMatchObject([{ state: claimed ? "closed" : "open" }]);
    }
  });

  it("case 16: two people asking are one request", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stuck = await stuckCase(pool);
      const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
      const calls = [bo, cara].map((actor) => createRequest(actor, stuck.reviewId, input));
      const { won, lost } = await race(...calls);
      expect(won).toHaveLength(1);
      expect(lost).toMatchObject([{ code: "request_pending", facts: { by: won[0] === 0 ? "Bo" : "Cara" } }]);
    }
  });

  it("dismissing and a late success end with the success", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stuck = await stuckCase(pool);
      const input = { type: "dismiss" as const, reason: "x", ...(await seenOf(pool, stuck)) };
      const late = pool.query("select notwice_late_success($1, 1, null, '{}', 'late_worker', 'w')", [stuck.key]);
      const { lost } = await race(createRequest(bo, stuck.reviewId, input), late);
      expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "succeeded" });
      const resolution = lost.length === 0 ? "dismissed" : "landed_late";
      expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "closed", resolution }]);
    }
  });
});
