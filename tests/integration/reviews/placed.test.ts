import { expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { createRequest, signOff, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { seedAction, seedPlain } from "../reaper/seed.ts";

const { pool } = testDatabase();

const COLUMNS = `kind, run_id, target, host, reached, failure, edited, heard_late, claimed_at, first_attempted_at,
  pending_request_id::text, decide_by::text, asked_by, may_not_sign, decided_request_id::text`;

async function placeOf(key: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${COLUMNS} from review where action_key = $1 order by opened_at desc limit 1`,
    [key],
  );
  return rows[0] ?? {};
}

const NOTHING_ASKED = { pending_request_id: null, decide_by: "infinity", asked_by: null, may_not_sign: [] };

async function pendingResend(): Promise<StuckCase & { requestId: string; requester: string }> {
  const bo = await person(pool, "Bo", "operator");
  const stuck = await stuckCase(pool);
  const { requestId } = await createRequest(bo, stuck.reviewId, {
    type: "resend",
    reason: "x",
    ...(await seenOf(pool, stuck)),
  });
  return { ...stuck, requestId, requester: bo.id };
}

it("a review that any writer opens is found by what its action is", async () => {
  const stuck = await stuckCase(pool, { kind: "create_invoice", runId: "run-7" });
  expect(await placeOf(stuck.key)).toMatchObject({
    kind: "create_invoice",
    run_id: "run-7",
    target: "ana@acme.test",
    host: "acme.test",
    reached: "body_sent",
    failure: "may_have_happened",
    edited: false,
    heard_late: false,
    ...NOTHING_ASKED,
  });
});

it("the reaper's reviews are placed as any other writer's are", async () => {
  const begun = await seedAction(pool, { two_phase: true, effect_started_at: new Date(), target: "zoe@billing.test" });
  const plain = await seedPlain(pool);
  await runPass({ startedBy: "test" });
  const keys = [begun, plain];
  const byReaper = await Promise.all(keys.map(placeOf));
  expect(byReaper).toMatchObject([
    { reached: "began", host: "billing.test" },
    { reached: "unknown", kind: "send_email" },
  ]);
  // The same cases once more, by an insert that names only what every version of the schema has.
  await pool.query(
    `with closed as (
       update review set state = 'closed', resolution = 'superseded', closed_at = now() where action_key = any($1)
       returning action_key
     )
     select count(*) from closed`,
    [keys],
  );
  await pool.query("insert into review (action_key, attempt) select key, attempt from action_log where key = any($1)", [
    keys,
  ]);
  expect(await Promise.all(keys.map(placeOf))).toEqual(byReaper);
});

it("a review follows what becomes known of its action, and loses what is redacted", async () => {
  const [stuck, other] = [await stuckCase(pool), await stuckCase(pool)];
  const before = await placeOf(other.key);
  await pool.query(
    "update action_log set failure = 'did_not_happen', doubts = 0, revision = revision + 1 where key = $1",
    [stuck.key],
  );
  expect(await placeOf(stuck.key)).toMatchObject({ failure: "did_not_happen", heard_late: true });
  await pool.query("update action_log set status = 'dismissed', revision = revision + 1 where key = $1", [stuck.key]);
  await pool.query("update action_log set payload = null, target = null where key = $1", [stuck.key]);
  expect(await placeOf(stuck.key)).toMatchObject({ target: null, host: null });
  expect(await placeOf(other.key)).toEqual(before);
});

it("a review says what was asked for in it, and by when it is to be decided", async () => {
  const { key, requestId, requester } = await pendingResend();
  expect(await placeOf(key)).toMatchObject({
    pending_request_id: requestId,
    asked_by: requester,
    may_not_sign: [requester, ""],
    decide_by: expect.not.stringMatching("infinity"),
  });
});

it("a review is free again once its request has ended", async () => {
  const { key, requestId, requester } = await pendingResend();
  const bo = {
    type: "person" as const,
    id: requester,
    name: "Bo",
    email: "bo@desk.test",
    roles: ["operator" as const],
  };
  await withdrawRequest(bo, requestId, {});
  expect(await placeOf(key)).toMatchObject({ ...NOTHING_ASKED, decided_request_id: null });
});

it("who has signed is not asked again", async () => {
  await pool.query("update policy set sign_offs_resend = 2 where kind = 'send_email'");
  const cara = await person(pool, "Cara", "approver");
  const stuck = await pendingResend();
  await signOff(cara, stuck.requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
  expect(await placeOf(stuck.key)).toMatchObject({
    pending_request_id: stuck.requestId,
    may_not_sign: [stuck.requester, "", cara.id],
  });
});
