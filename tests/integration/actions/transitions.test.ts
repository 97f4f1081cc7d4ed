import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  dismissAction,
  recordAsHappened,
  releaseApproved,
  reopenDismissed,
  takeBackRelease,
} from "#lib/actions/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { actionRow } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const STATUSES = ["held", "in_flight", "released", "succeeded", "failed", "dismissed"] as const;
type Status = (typeof STATUSES)[number];
type Row = { key: string; attempt: number; payloadHash: string | null; requestId: string };

/** A row of each status; each test looks at how one transition meets all of them. */
async function rowIn(status: Status): Promise<Row> {
  const stuck = await stuckCase(pool, { status: status === "held" ? "held" : "failed" });
  const { rows } = await pool.query(
    `insert into review_request (review_id, type, state, requested_by, reason, expires_at)
     values ($1, 'resend', 'approved', 'bo', 'x', now()) returning id`,
    [stuck.reviewId],
  );
  const requestId: string = rows[0].id;
  const set = {
    held: "attempt = attempt",
    failed: "attempt = attempt",
    in_flight: "status = 'in_flight', attempt = attempt + 1, failure = null, claim_token = gen_random_uuid()",
    released: `status = 'released', claim_token = null, release_reason = 'approval', release_request_id = '${requestId}'`,
    succeeded: "status = 'succeeded', failure = null",
    dismissed: "status = 'dismissed'",
  }[status];
  if (status === "in_flight") {
    await pool.query(
      "update action_log set status = 'released', release_reason = 'absent', revision = 7 where key = $1",
      [stuck.key],
    );
  }
  await pool.query(`update action_log set ${set}, revision = revision + 1 where key = $1`, [stuck.key]);
  const attempt = { held: 0, in_flight: 2, released: 1, succeeded: 1, failed: 1, dismissed: 1 }[status];
  return { key: stuck.key, attempt, payloadHash: stuck.payloadHash, requestId };
}

const attestation = { requestId: randomUUID(), by: "bo", reference: "log" };

const TRANSITIONS: [string, (tx: Tx, row: Row) => Promise<unknown>, Partial<Record<Status, string>>][] = [
  [
    "releaseApproved",
    (tx, row) => releaseApproved(tx, { ...row, holdSeconds: 0, releaseTtlSeconds: 60 }),
    { failed: "released", held: "released" },
  ],
  ["dismissAction", dismissAction, { failed: "dismissed", held: "dismissed" }],
  ["recordAsHappened", (tx, row) => recordAsHappened(tx, row, attestation), { failed: "succeeded" }],
  ["takeBackRelease", (tx, row) => takeBackRelease(tx, row.key, row.requestId), { released: "failed" }],
  ["reopenDismissed", (tx, row) => reopenDismissed(tx, row.key), { dismissed: "failed" }],
];

describe.each(TRANSITIONS)("%s", (_, transition, edges) => {
  it.each(STATUSES)("meets a row that is %s", async (status) => {
    const row = await rowIn(status);
    const before = await actionRow(pool, row.key);
    const answer = await transaction((tx) => transition(tx, row));
    const after = await actionRow(pool, row.key);
    const to = edges[status];
    expect(answer === null).toBe(to === undefined);
    const moved = { status: to, revision: Number(before["revision"]) + 1 };
    expect(after).toMatchObject(to === undefined ? before : moved);
  });
});

describe("what was seen", () => {
  let row: Row;

  beforeAll(async () => {
    row = await rowIn("failed");
  });

  it.each([
    ["another attempt", { attempt: 2 }],
    ["other bytes", { payloadHash: "0".repeat(64) }],
    ["no bytes", { payloadHash: null }],
  ])("with %s changes nothing", async (_, over) => {
    const before = await actionRow(pool, row.key);
    const seen = { ...row, ...over };
    const answers = await transaction(async (tx) => [
      await releaseApproved(tx, { ...seen, holdSeconds: 0, releaseTtlSeconds: 60 }),
      await dismissAction(tx, seen),
      await recordAsHappened(tx, seen, attestation),
      await takeBackRelease(tx, row.key, randomUUID()),
    ]);
    expect(answers).toEqual([null, null, null, null]);
    expect(await actionRow(pool, row.key)).toEqual(before);
  });

  it("of an edited action changes nothing", async () => {
    for (const status of ["dismissed", "failed", "held"] as const) {
      const [old, fresh] = [await rowIn(status), await rowIn("failed")];
      await pool.query("update action_log set replaced_by = $2 where key = $1", [old.key, fresh.key]);
      const answers = await transaction(async (tx) => [
        await releaseApproved(tx, { ...old, holdSeconds: 0, releaseTtlSeconds: 60 }),
        await dismissAction(tx, old),
        await recordAsHappened(tx, old, attestation),
        await reopenDismissed(tx, old.key),
      ]);
      expect(answers).toEqual([null, null, null, null]);
      expect(await actionRow(pool, old.key)).toMatchObject({ status });
    }
  });

  it("of a release that a worker has claimed takes nothing back", async () => {
    const row = await rowIn("released");
    await pool.query(
      "update action_log set status = 'in_flight', attempt = 2, claim_token = gen_random_uuid(), failure = null where key = $1",
      [row.key],
    );
    const before = await actionRow(pool, row.key);
    expect(await transaction((tx) => takeBackRelease(tx, row.key, row.requestId))).toBeNull();
    expect(await actionRow(pool, row.key)).toEqual(before);
  });

  it("of another request's release takes nothing back", async () => {
    const [mine, other] = [await rowIn("released"), await rowIn("released")];
    expect(await transaction((tx) => takeBackRelease(tx, mine.key, other.requestId))).toBeNull();
    expect(await actionRow(pool, mine.key)).toMatchObject({ status: "released" });
  });
});
