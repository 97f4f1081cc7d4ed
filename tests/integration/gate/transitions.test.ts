import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { AppError } from "#lib/errors.ts";
import { createRequest, reopen, signOff, takeBack, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";

const { pool } = testDatabase();

/** Where a case can stand, and who can turn to it. Bo asked for whatever was asked for, Zed signed what was signed. */
const STANDINGS = ["undecided", "asked", "released", "dismissed", "recorded", "landed"] as const;
const ACTORS = ["bo", "other operator", "approver", "admin", "admin and approver", "zed"] as const;
const DECISIONS = ["resend", "dismiss", "approve", "reject", "withdraw", "take back", "reopen"] as const;
type Standing = (typeof STANDINGS)[number];
type Who = (typeof ACTORS)[number];
type Decision = (typeof DECISIONS)[number];
type Outcome = Standing | { refused: string };

const people = {} as Record<Who, Actor>;

beforeAll(async () => {
  people.bo = await person(pool, "Bo", "operator");
  people["other operator"] = await person(pool, "Olga", "operator");
  people.approver = await person(pool, "Cara", "approver");
  people.admin = await person(pool, "Ada", "admin");
  people["admin and approver"] = await person(pool, "Dev", "admin", "approver");
  people.zed = await person(pool, "Zed", "operator", "approver");
});

const signs = (who: Who) => ["approver", "admin and approver", "zed"].includes(who);
const refused = (code: string): Outcome => ({ refused: code });

/** What comes of it, told from the design: first what has become of the request, then who may. */
function foretell(standing: Standing, decision: Decision, who: Who): Outcome {
  const isOver = standing !== "undecided" && standing !== "asked";
  switch (decision) {
    case "resend":
    case "dismiss":
      if (isOver) return refused("decided_otherwise");
      if (standing === "asked") return refused("request_pending");
      return decision === "resend" ? "asked" : "dismissed";
    case "approve":
    case "reject":
      if (standing === "undecided") return refused("not_found");
      if (standing === "landed") return refused("superseded");
      if (isOver) return refused("decided_otherwise");
      if (who === "bo") return refused("own_request");
      if (!signs(who)) return refused("forbidden");
      return decision === "approve" ? "released" : "undecided";
    case "withdraw":
      if (standing === "undecided") return refused("not_found");
      if (standing === "landed") return refused("superseded");
      if (isOver) return refused("decided_otherwise");
      return who === "bo" ? "undecided" : refused("forbidden");
    case "take back":
      if (standing === "undecided") return refused("not_found");
      if (standing === "asked") return refused("illegal_transition");
      if (standing === "landed") return refused("superseded");
      if (standing !== "released") return refused("decided_otherwise");
      return who === "bo" || signs(who) ? "undecided" : refused("forbidden");
    case "reopen":
      return standing === "dismissed" ? "undecided" : refused("illegal_transition");
  }
}

type Placed = StuckCase & { requestId: string };

async function ask(stuck: StuckCase, type: "resend" | "dismiss" | "mark_happened"): Promise<string> {
  const seen = await seenOf(pool, stuck);
  const reference = type === "mark_happened" ? { reference: "m1" } : {};
  return (await createRequest(people.bo, stuck.reviewId, { type, reason: "x", ...reference, ...seen })).requestId;
}

async function place(standing: Standing): Promise<Placed> {
  const stuck = await stuckCase(pool);
  if (standing === "undecided") return { ...stuck, requestId: randomUUID() };
  if (standing === "dismissed") return { ...stuck, requestId: await ask(stuck, "dismiss") };
  if (standing === "recorded") return { ...stuck, requestId: await ask(stuck, "mark_happened") };
  const requestId = await ask(stuck, "resend");
  if (standing === "landed") await plainWorker(pool).succeed(stuck.key, {});
  if (standing === "released") {
    await signOff(people.zed, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
  }
  return { ...stuck, requestId };
}

async function decide(placed: Placed, decision: Decision, actor: Actor): Promise<unknown> {
  const { reviewId, requestId } = placed;
  const seen = await seenOf(pool, placed);
  switch (decision) {
    case "resend":
    case "dismiss":
      return createRequest(actor, reviewId, { type: decision, reason: "x", ...seen });
    case "approve":
    case "reject":
      return signOff(actor, requestId, { verdict: decision, note: "x", ...seen });
    case "withdraw":
      return withdrawRequest(actor, requestId, {});
    case "take back":
      return takeBack(actor, requestId, {});
    case "reopen":
      return reopen(actor, reviewId, { reason: "x", version: seen.version });
  }
}

/** Read from the rows alone. */
async function standingOf({ key }: StuckCase): Promise<string> {
  const { rows } = await pool.query(
    `select a.status, v.state, v.resolution, exists (
       select from review_request q where q.review_id = v.id and q.state = 'pending') as pending
     from action_log a join review v on v.action_key = a.key where a.key = $1`,
    [key],
  );
  const { status, state, resolution, pending } = rows[0];
  if (state === "open" && status === "failed") return pending === true ? "asked" : "undecided";
  if (state === "released" && status === "released") return "released";
  const closed: Record<string, string> = { dismissed: "dismissed", marked_happened: "recorded", landed_late: "landed" };
  return pending === true ? "closed, and pending" : (closed[String(resolution)] ?? "nowhere");
}

describe.each(STANDINGS)("a case that is %s", (standing) => {
  it.each(DECISIONS)("and somebody is to %s it", async (decision) => {
    for (const who of ACTORS) {
      const placed = await place(standing);
      expect(await standingOf(placed)).toBe(standing);
      const before = await snapshot(pool, placed);
      const outcome = foretell(standing, decision, who);

      const answer = await decide(placed, decision, people[who]).then(
        () => "done",
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
      const moved = !isDeepStrictEqual(await snapshot(pool, placed), before);

      const wanted =
        typeof outcome === "string"
          ? { answer: "done", moved: true, standing: outcome }
          : { answer: outcome.refused, moved: false, standing };
      expect({ who, answer, moved, standing: await standingOf(placed) }).toEqual({ who, ...wanted });
    }
  });
});

/** By the database itself, whatever code comes: a request that has ended stays as it ended. */
describe("a request, by plain SQL", () => {
  const ENDS = ["approved", "rejected", "withdrawn", "expired", "superseded"];

  it.each(ENDS)("that is %s becomes nothing else", async (end) => {
    const { requestId } = await place("asked");
    await pool.query("update review_request set state = $2, decided_at = now() where id = $1", [requestId, end]);
    for (const other of ["pending", ...ENDS].filter((state) => state !== end)) {
      const change = pool.query("update review_request set state = $2 where id = $1", [requestId, other]);
      await expect(change).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    }
  });
});
