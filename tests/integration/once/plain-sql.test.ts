import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { actionKey } from "@notwice/once";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, auditActions, releaseByPolicy, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

/** The statements as the document gives them, by the name in their first line. */
const STATEMENTS = new Map(
  [...readFileSync(join(ROOT, "docs/plain-sql.md"), "utf8").matchAll(/```sql\n-- ([^\n]*)\n(.*?)```/gs)].map(
    ([, name = "", text = ""]) => [name, text],
  ),
);

type Row = Record<string, unknown>;

async function say(name: string, ...values: unknown[]): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(STATEMENTS.get(name) ?? `no statement "${name}"`, values);
  return rows[0];
}

/** A worker in some other language: it knows the document, and nothing of the library. */
class DocumentedWorker {
  readonly intent = testIntent();
  readonly payload = '{"subject":"Hello"}';
  readonly hash = createHash("sha256").update(this.payload).digest("hex");
  readonly key = actionKey({ ...this.intent, payloadHash: this.hash });

  claim(token: string): Promise<Row | undefined> {
    const { runId, kind, step, target } = this.intent;
    return say("claim", this.key, runId, kind, step, target, this.payload, token, "go-worker");
  }

  claimRelease = (token: string) => say("claim release", this.key, token, "go-worker");
  read = (token: string) => say("read", this.key, token);
  succeed = (token: string, attempt: number, result: unknown) =>
    say("succeed", this.key, token, attempt, JSON.stringify(result));
  lateSuccess = (token: string, attempt: number, result: unknown) =>
    say("late success", this.key, token, attempt, JSON.stringify(result), "go-worker");
  fail = (token: string, attempt: number, proven: boolean) =>
    say("fail", this.key, token, attempt, proven, "sent", JSON.stringify({ message: "no reply" }));
  lateFailure = (token: string, attempt: number) =>
    say("late failure", this.key, token, attempt, JSON.stringify({ message: "refused" }), "go-worker");
}

let operator: Actor;
let approver: Actor;
let worker: DocumentedWorker;

beforeAll(async () => {
  await pool.query("update policy set hold_seconds = 0");
  operator = await person(pool, "Bo", "operator");
  approver = await person(pool, "Cara", "approver");
});

beforeEach(() => {
  worker = new DocumentedWorker();
});

/** What people do on the desk: one asks for a resend, another signs. */
async function resendSigned(key: string): Promise<void> {
  const reviewId = String((await reviewRows(pool, key))[0]?.["id"]);
  const asked = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, { key })) };
  const { requestId } = await createRequest(operator, reviewId, asked);
  await signOff(approver, requestId, { verdict: "approve", ...(await seenOf(pool, { key })) });
}

describe("the statements of docs/plain-sql.md", () => {
  it("each speak for a token and an attempt, and raise revision", () => {
    for (const name of ["succeed", "fail"]) {
      expect(STATEMENTS.get(name)).toContain("claim_token = $2::uuid and");
      expect(STATEMENTS.get(name)).toContain("attempt = $3::int and");
    }
    for (const name of ["claim release", "succeed", "fail"]) {
      expect(STATEMENTS.get(name)).toMatch(/revision = (a\.)?revision \+ 1/);
    }
  });

  it("tell the whole story: claimed, in doubt, reviewed, signed, claimed again, done; the stale token refused", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await worker.claim(first)).toMatchObject({ attempt: 1, claim_token: first });
    expect(await worker.claim(randomUUID())).toBeUndefined();
    expect(await worker.read(first)).toMatchObject({ status: "in_flight", mine: true });
    expect(await worker.read(second)).toMatchObject({ status: "in_flight", mine: false });

    expect(await worker.fail(first, 1, false)).toEqual({ status: "failed", failure: "may_have_happened" });
    expect(await actionRow(pool, worker.key)).toMatchObject({ doubts: 1, error: { message: "no reply" } });
    expect(await attemptRows(pool, worker.key)).toMatchObject([
      { attempt: 1, claim_token: first, outcome: "may_have_happened", ended_by: "worker", phase: "sent" },
    ]);

    await reap();
    expect(await reviewRows(pool, worker.key)).toMatchObject([{ state: "open" }]);
    expect(await worker.claimRelease(second)).toBeUndefined();
    await resendSigned(worker.key);

    expect(await say("find", worker.intent.kind)).toEqual({ key: worker.key });
    expect(await worker.claimRelease(first)).toBeUndefined();
    expect(await worker.claimRelease(second)).toMatchObject({
      attempt: 2,
      payload: worker.payload,
      payload_hash: worker.hash,
    });
    expect(await worker.claimRelease(randomUUID())).toBeUndefined();
    const [review] = await reviewRows(pool, worker.key);
    expect(review).toMatchObject({ state: "closed", resolution: "sent" });
    expect(await auditActions(pool, String(review?.["id"]))).toContain("review.closed");

    const claimed = await actionRow(pool, worker.key);
    expect(await worker.succeed(first, 1, "stale")).toBeUndefined();
    expect(await worker.fail(first, 1, true)).toBeUndefined();
    expect(await worker.succeed(second, 1, "stale")).toBeUndefined();
    expect(await actionRow(pool, worker.key)).toEqual(claimed);

    expect(await worker.succeed(second, 2, { id: "m2" })).toEqual({ key: worker.key });
    expect(await worker.succeed(second, 2, { id: "m3" })).toBeUndefined();
    expect(await actionRow(pool, worker.key)).toMatchObject({
      status: "succeeded",
      attempt: 2,
      result: { id: "m2" },
      settled_by: "worker",
      duplicate: null,
    });
  });

  it("hand the library's caller what this worker did, under the same key", async () => {
    const token = randomUUID();
    await worker.claim(token);
    const early = openWorker(pool).perform(worker.intent, () => "again");
    expect(await refusalOf(early)).toMatchObject({ name: "InFlightError", key: worker.key });
    await worker.succeed(token, 1, { id: "m1" });
    expect(await openWorker(pool).perform(worker.intent, () => "again")).toEqual({ id: "m1" });
  });

  it("claim what the library failed, and are claimed by it", async () => {
    const token = randomUUID();
    await refusalOf(openWorker(pool).perform(worker.intent, () => Promise.reject(new Error("no reply"))));
    await releaseByPolicy(pool, worker.key);
    expect(await worker.claimRelease(token)).toMatchObject({ attempt: 2, payload: worker.payload });
    await worker.fail(token, 2, true);
    expect(await actionRow(pool, worker.key)).toMatchObject({ failure: "may_have_happened", doubts: 1 });
    await releaseByPolicy(pool, worker.key);
    expect(await openWorker(pool).perform(worker.intent, ({ attempt }) => attempt)).toBe(3);
  });

  it("know proof from doubt, and a late proof takes a doubt back", async () => {
    const proven = randomUUID();
    await worker.claim(proven);
    expect(await worker.fail(proven, 1, true)).toEqual({ status: "failed", failure: "did_not_happen" });

    worker = new DocumentedWorker();
    const late = randomUUID();
    await worker.claim(late);
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [worker.key]);
    await reap();
    expect(await worker.fail(late, 1, true)).toBeUndefined();
    await worker.lateFailure(late, 1);
    expect(await actionRow(pool, worker.key)).toMatchObject({
      status: "failed",
      failure: "did_not_happen",
      doubts: 0,
    });
  });

  it("never forget a late success", async () => {
    const [slow, newer] = [randomUUID(), randomUUID()];
    await worker.claim(slow);
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [worker.key]);
    await reap();
    await releaseByPolicy(pool, worker.key);
    await worker.claimRelease(newer);
    expect(await worker.succeed(slow, 1, "slow")).toBeUndefined();
    await worker.lateSuccess(slow, 1, "slow");
    expect(await actionRow(pool, worker.key)).toMatchObject({ status: "in_flight", duplicate: "suspected" });
    expect(await worker.fail(newer, 2, true)).toMatchObject({ status: "succeeded", failure: null });
    expect(await actionRow(pool, worker.key)).toMatchObject({
      status: "succeeded",
      result: "slow",
      settled_by: "late_worker",
      late_attempt: 1,
      duplicate: null,
    });
  });

  it("wait where a kind is paused or signed first, and where the step is taken", async () => {
    await pool.query("update policy set paused = true where kind = 'send_email'");
    expect(await worker.claim(randomUUID())).toBeUndefined();
    expect(await worker.read(randomUUID())).toBeUndefined();
    await pool.query("update policy set paused = false, gate = 'before_send' where kind = 'send_email'");
    expect(await worker.claim(randomUUID())).toBeUndefined();
    await pool.query("update policy set gate = 'never' where kind = 'send_email'");
    await openWorker(pool).perform({ ...worker.intent, payload: "worded anew" }, () => 1);
    expect(await worker.claim(randomUUID())).toBeUndefined();
    expect(await worker.read(randomUUID())).toBeUndefined();
  });

  it("take a release once, however many workers want it", async () => {
    const first = randomUUID();
    await worker.claim(first);
    await worker.fail(first, 1, false);
    await releaseByPolicy(pool, worker.key);
    const claims = await Promise.all(Array.from({ length: 8 }, () => worker.claimRelease(randomUUID())));
    expect(claims.filter((claim) => claim !== undefined)).toMatchObject([{ attempt: 2 }]);
  });

  it("refuse a lapsed release, and one on hold", async () => {
    const first = randomUUID();
    await worker.claim(first);
    await worker.fail(first, 1, false);
    await releaseByPolicy(pool, worker.key);
    const move =
      "update action_log set claimable_at = now() + $2::interval, release_expires_at = now() + $3::interval where key = $1";
    await pool.query(move, [worker.key, "1 h", "2 h"]);
    expect(await worker.claimRelease(randomUUID())).toBeUndefined();
    await pool.query(move, [worker.key, "-2 h", "-1 h"]);
    expect(await worker.claimRelease(randomUUID())).toBeUndefined();
    expect(await actionRow(pool, worker.key)).toMatchObject({ status: "released", attempt: 1 });
  });
});
