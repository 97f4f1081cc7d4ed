import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const plain = plainWorker(pool);

/** A plain worker's action whose worker died, found by the reaper. */
async function stalePlainAction(kind = "send_email"): Promise<string> {
  const key = `plain-${randomUUID()}`;
  await plain.claim(key, "run-plain", kind);
  await pool.query("update action_log set attempted_at = now() - interval '1 day' where key = $1", [key]);
  await reap();
  return key;
}

describe("a worker that knows seven columns and three words", () => {
  it("claims, succeeds and replays as it always did", async () => {
    const key = `plain-${randomUUID()}`;
    let effects = 0;
    const call = () => plain.once(key, { runId: "run-plain", kind: "send_email" }, async () => ({ n: ++effects }));
    expect(await call()).toEqual({ n: 1 });
    expect(await call()).toEqual({ n: 1 });
    expect(effects).toBe(1);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  it("has its stale row in front of a person, and its young row left alone", async () => {
    const young = `plain-${randomUUID()}`;
    await plain.claim(young, "run-plain", "send_email");
    const key = await stalePlainAction();
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", attempt: 1 }]);
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1, claim_token: null }]);
    expect(await actionRow(pool, young)).toMatchObject({ status: "in_flight" });
    expect(await reviewRows(pool, young)).toEqual([]);
  });

  it("has its failed row taken as a doubt, because its word proves nothing", async () => {
    const key = `plain-${randomUUID()}`;
    await plain.claim(key, "run-plain", "send_email");
    await plain.fail(key);
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: null, doubts: 0 });
    await reap();
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open" }]);
  });

  it("never raises a conflict with ours: a key that ours holds is in flight for it", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent());
    expect(await plain.claim(attempt.context.key, "run-plain", "send_email")).toBe(false);
    await attempt.finish("sent");
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ status: "succeeded", result: "sent" });
  });

  it("hands its in-flight key to our library as in flight", async () => {
    const key = `plain-${randomUUID()}`;
    await plain.claim(key, "run-plain", "send_email");
    const again = openWorker(pool).once(key, { runId: "run-plain", kind: "send_email" }, () => 1);
    expect(await refusalOf(again)).toMatchObject({ name: "InFlightError", disposition: "retry" });
  });
});

describe("its late word, by the key alone, is a late report", () => {
  it("a success settles a failed row and closes its review", async () => {
    const key = await stalePlainAction();
    await plain.succeed(key, { id: 7 });
    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "late_worker",
      late_attempt: 1,
      result: { id: 7 },
      failure: null,
    });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
    expect(await requestRows(pool, key)).toEqual([]);
  });

  it("a success settles a released row before it is claimed, and a dismissed one", async () => {
    const released = await stalePlainAction();
    await releaseByPolicy(pool, released);
    await plain.succeed(released, 1);
    expect(await actionRow(pool, released)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });

    const dismissed = await stalePlainAction();
    await pool.query("update action_log set status = 'dismissed', revision = revision + 1 where key = $1", [dismissed]);
    await plain.succeed(dismissed, 1);
    expect(await actionRow(pool, dismissed)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
  });

  it("a success during a newer attempt is a suspected duplicate and leaves that attempt its claim", async () => {
    const key = await stalePlainAction();
    await releaseByPolicy(pool, key);
    let seen: unknown;
    const newer = await openWorker(pool, "newer").once(key, { runId: "run-plain", kind: "send_email" }, async () => {
      await plain.succeed(key, "old");
      seen = await actionRow(pool, key);
      return "new";
    });
    expect(seen).toMatchObject({
      status: "in_flight",
      attempt: 2,
      late_attempt: 1,
      duplicate: "suspected",
      result: null,
    });
    expect(newer).toBe("new");
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", result: "new", duplicate: "confirmed" });
  });

  it("a success after another attempt's success is a confirmed duplicate; the stored result stays", async () => {
    const key = await stalePlainAction();
    await releaseByPolicy(pool, key);
    await openWorker(pool).once(key, { runId: "run-plain", kind: "send_email" }, () => "new");
    await plain.succeed(key, "old");
    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      result: "new",
      settled_by: "worker",
      late_attempt: 1,
      duplicate: "confirmed",
    });
  });

  it("a success said again by the same attempt changes nothing", async () => {
    const key = `plain-${randomUUID()}`;
    await plain.claim(key, "run-plain", "send_email");
    await plain.succeed(key, "first");
    const before = await actionRow(pool, key);
    await plain.succeed(key, "second");
    expect(await actionRow(pool, key)).toEqual(before);
  });

  it("a failure changes nothing, in any state", async () => {
    const key = await stalePlainAction();
    const states: [string, () => Promise<unknown>][] = [
      ["failed", async () => {}],
      ["released", () => releaseByPolicy(pool, key)],
      [
        "in_flight",
        () =>
          pool.query(
            `update action_log set status = 'in_flight', attempt = 2, claim_token = gen_random_uuid(), revision = revision + 1 where key = $1`,
            [key],
          ),
      ],
      [
        "succeeded",
        () =>
          pool.query(
            `update action_log set status = 'succeeded', failure = null, revision = revision + 1 where key = $1`,
            [key],
          ),
      ],
    ];
    for (const [status, enter] of states) {
      await enter();
      const before = await actionRow(pool, key);
      expect(before.status).toBe(status);
      await plain.fail(key);
      expect(await actionRow(pool, key)).toEqual(before);
    }
  });

  it("says nothing about an intent that nobody has attempted", async () => {
    await pool.query("update policy set gate = 'before_send' where kind = 'post_message'");
    const intent = testIntent({ kind: "post_message" });
    const refused = await refusalOf(openWorker(pool).perform(intent, () => 1));
    const { rows } = await pool.query("select * from action_log where run_id = $1", [intent.runId]);
    expect(refused).toMatchObject({ name: "HeldError", key: rows[0].key });
    await plain.succeed(rows[0].key, 1);
    await plain.fail(rows[0].key);
    expect(await actionRow(pool, rows[0].key)).toEqual(rows[0]);
  });
});
