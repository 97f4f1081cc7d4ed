import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { pgDb } from "#lib/once/src/db/pg-db.ts";
import { beginEffect } from "#lib/once/src/sql/begin-effect.ts";
import { type Claim, claimReleased } from "#lib/once/src/sql/claim-released.ts";
import { failAction } from "#lib/once/src/sql/fail.ts";
import { recordHeartbeat } from "#lib/once/src/sql/heartbeat.ts";
import { holdIntent } from "#lib/once/src/sql/hold-intent.ts";
import { succeedAction } from "#lib/once/src/sql/succeed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { actionRow, auditActions, releaseByPolicy, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const db = pgDb(pool);

/** A second attempt in flight with most of its time left, as its holder knows it. */
async function heldClaim(): Promise<Claim> {
  const key = `key-${randomUUID()}`;
  const token = randomUUID();
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempt, doubts, claim_token, attempted_at, deadline_at, two_phase)
     values ($1, 'run-1', 'send_email', 'in_flight', 2, 1, $2, now(), now() + interval '10 minutes', true)`,
    [key, token],
  );
  return { key, attempt: 2, token, payload: null, payloadHash: null, budgetMs: 600_000 };
}

const HOLDERS: [string, (claim: Claim) => Promise<boolean>][] = [
  ["succeed", (claim) => succeedAction(db, claim, { json: "1", omitted: null })],
  ["fail", async (claim) => (await failAction(db, claim, { proven: false, phase: null, error: "{}" })) !== null],
  ["begin", (claim) => beginEffect(db, claim)],
  ["heartbeat", async (claim) => (await recordHeartbeat(db, claim)) !== "lost"],
];

describe.each(HOLDERS)("%s, whatever was read before it,", (_name, say) => {
  it("is heard from the holder", async () => {
    expect(await say(await heldClaim())).toBe(true);
  });

  it.each<[string, (claim: Claim) => Partial<Claim>]>([
    ["another token", () => ({ token: randomUUID() })],
    ["an older attempt", ({ attempt }) => ({ attempt: attempt - 1 })],
  ])("is refused to %s", async (_who, other) => {
    const claim = await heldClaim();
    const before = await actionRow(pool, claim.key);
    expect(await say({ ...claim, ...other(claim) })).toBe(false);
    expect(await actionRow(pool, claim.key)).toEqual(before);
  });

  it("is refused once the attempt has ended", async () => {
    const claim = await heldClaim();
    await pool.query(
      "update action_log set status = 'failed', failure = 'may_have_happened', revision = revision + 1 where key = $1",
      [claim.key],
    );
    const before = await actionRow(pool, claim.key);
    expect(await say(claim)).toBe(false);
    expect(await actionRow(pool, claim.key)).toEqual(before);
  });
});

it("a heartbeat past the deadline is too late", async () => {
  const claim = await heldClaim();
  await pool.query("update action_log set deadline_at = clock_timestamp() where key = $1", [claim.key]);
  const before = await actionRow(pool, claim.key);
  expect(await recordHeartbeat(db, claim)).toBe("lost");
  expect(await actionRow(pool, claim.key)).toEqual(before);
});

it("a failure that is proven speaks for its own attempt: the doubt of an earlier one stays", async () => {
  const claim = await heldClaim();
  expect(await failAction(db, claim, { proven: true, phase: null, error: "{}" })).toMatchObject({ proven: true });
  expect(await actionRow(pool, claim.key)).toMatchObject({ failure: "may_have_happened", doubts: 1 });
});

describe("the claim of a release, whatever was read before it,", () => {
  const wanted = () => ({ token: randomUUID(), worker: "w", timeoutMs: null, twoPhase: false, heartbeatMs: null });
  let claim: Claim;

  beforeEach(async () => {
    claim = await heldClaim();
    await failAction(db, claim, { proven: false, phase: null, error: "{}" });
    await releaseByPolicy(pool, claim.key);
  });

  it("is granted once", async () => {
    expect(await claimReleased(db, claim.key, wanted())).toMatchObject({ attempt: 3 });
    expect(await claimReleased(db, claim.key, wanted())).toBeNull();
    expect(await actionRow(pool, claim.key)).toMatchObject({ status: "in_flight", attempt: 3 });
  });

  it("is refused to a token that has ended an attempt", async () => {
    expect(await claimReleased(db, claim.key, { ...wanted(), token: claim.token })).toBeNull();
    expect(await actionRow(pool, claim.key)).toMatchObject({ status: "released", attempt: 2 });
  });

  it("is refused while the kind is paused", async () => {
    await pool.query("update policy set paused = true where kind = 'send_email'");
    expect(await claimReleased(db, claim.key, wanted())).toBeNull();
    await pool.query("update policy set paused = false where kind = 'send_email'");
    expect(await actionRow(pool, claim.key)).toMatchObject({ status: "released", attempt: 2 });
  });

  it.each([
    ["before it may be claimed", "1 hour", "2 hours"],
    ["after it has lapsed", "-2 hours", "-1 hour"],
  ])("is refused %s", async (_when, from, until) => {
    await pool.query(
      "update action_log set claimable_at = now() + $2::interval, release_expires_at = now() + $3::interval where key = $1",
      [claim.key, from, until],
    );
    expect(await claimReleased(db, claim.key, wanted())).toBeNull();
    expect(await actionRow(pool, claim.key)).toMatchObject({ status: "released", attempt: 2 });
  });

  it("is refused where other bytes were signed", async () => {
    await pool.query(
      `with v as (insert into review (action_key, attempt, state) values ($1, 2, 'released') returning id),
       q as (insert into review_request (review_id, type, state, requested_by, reason, payload_hash, expires_at)
         select id, 'resend', 'approved', 'bo', 'r', repeat('0', 64), now() + interval '1 hour' from v returning id)
       update action_log set release_reason = 'approval', release_request_id = q.id from q where key = $1`,
      [claim.key],
    );
    expect(await claimReleased(db, claim.key, wanted())).toBeNull();
    expect(await actionRow(pool, claim.key)).toMatchObject({ status: "released", attempt: 2 });
  });

  it("leaves a review alone that was closed before", async () => {
    await pool.query(
      "insert into review (action_key, attempt, state, resolution, closed_at) values ($1, 1, 'closed', 'superseded', now())",
      [claim.key],
    );
    const before = await reviewRows(pool, claim.key);
    expect(await claimReleased(db, claim.key, wanted())).toMatchObject({ attempt: 3 });
    expect(await reviewRows(pool, claim.key)).toEqual(before);
    expect(await auditActions(pool, String(before[0]?.["id"]))).toEqual([]);
  });
});

it("an intent is not held where its kind is not gated any more", async () => {
  const { runId, kind, step, target } = testIntent({ kind: "ungated" });
  const key = `key-${runId}`;
  const attempt = { token: randomUUID(), worker: "w", timeoutMs: null, twoPhase: false, heartbeatMs: null };
  const intent = { key, runId, kind, step, target, payload: null, payloadHash: null, ...attempt };
  expect(await holdIntent(db, intent)).toBe(false);
  expect((await pool.query("select from action_log where key = $1", [key])).rows).toEqual([]);
});
