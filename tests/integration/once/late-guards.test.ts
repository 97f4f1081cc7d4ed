import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

/** One attempt after another, each in flight until its time was over; the row then waits for a person. */
async function reapedAttempts(count: number) {
  const intent = testIntent();
  const attempts = [];
  for (let number = 1; number <= count; number += 1) {
    const attempt = await startAttempt(openWorker(pool, `w${number}`), intent, { timeoutMs: 1 });
    await reap();
    attempts.push(attempt);
    if (number < count) await releaseByPolicy(pool, attempt.context.key);
  }
  const key = attempts[0]?.context.key ?? "";
  return { intent, key, tokens: (await attemptRows(pool, key)).map((row) => String(row["claim_token"])) };
}

async function lateSuccess(key: string, attempt: number, token: string | undefined): Promise<unknown> {
  const { rows } = await pool.query(
    "select notwice_late_success($1, $2, $3, '\"late\"', 'late_worker', 'w') as answer",
    [key, attempt, token ?? null],
  );
  return rows[0].answer;
}

async function lateFailure(key: string, attempt: number, token: string | undefined): Promise<unknown> {
  const { rows } = await pool.query("select notwice_late_failure($1, $2, $3, '{}', 'w') as answer", [
    key,
    attempt,
    token ?? null,
  ]);
  return rows[0].answer;
}

describe("a late success", () => {
  it("of a second attempt, while a third runs, confirms the duplicate", async () => {
    const { intent, key, tokens } = await reapedAttempts(2);
    await releaseByPolicy(pool, key);
    const third = await startAttempt(openWorker(pool), intent);
    expect(await lateSuccess(key, 1, tokens[0])).toBe("in_flight");
    expect(await actionRow(pool, key)).toMatchObject({ late_attempt: 1, duplicate: "suspected" });
    expect(await lateSuccess(key, 2, tokens[1])).toBe("in_flight");
    expect(await actionRow(pool, key)).toMatchObject({ late_attempt: 1, duplicate: "confirmed" });
    await third.finish("third");
  });

  it("before a signed attempt has begun takes back that the review says sent", async () => {
    const { intent, key, tokens } = await reapedAttempts(1);
    await pool.query(
      `with v as (update review set state = 'released' where action_key = $1 returning id),
       q as (insert into review_request (review_id, type, state, requested_by, reason, payload_hash, expires_at)
         select id, 'resend', 'approved', 'bo', 'r', $2, now() + interval '1 hour' from v returning id)
       update action_log set status = 'released', claim_token = null, completed_at = null, release_reason = 'approval',
         release_request_id = q.id, claimable_at = now(), release_expires_at = now() + interval '1 hour',
         revision = revision + 1
       from q where key = $1`,
      [key, (await actionRow(pool, key))["payload_hash"]],
    );
    const second = await startAttempt(openWorker(pool), intent, { twoPhase: true });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "sent", version: 2 }]);
    expect(await lateSuccess(key, 1, tokens[0])).toBe("succeeded");
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "landed_late", version: 3 }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "approved" }]);
    await second.fail(new Error("could not begin"));
  });

  it("is none from the holder, who is told to say it as such", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent());
    const before = await actionRow(pool, attempt.context.key);
    expect(await lateSuccess(attempt.context.key, 1, String(before["claim_token"]))).toBe("holder");
    expect(await actionRow(pool, attempt.context.key)).toEqual(before);
    await attempt.finish(1);
  });

  it("is none of an intent that nobody has attempted", async () => {
    const key = `key-${randomUUID()}`;
    await pool.query(
      "insert into action_log (key, run_id, kind, status, attempt) values ($1, 'r', 'send_email', 'held', 0)",
      [key],
    );
    const before = await actionRow(pool, key);
    expect(await lateSuccess(key, 1, undefined)).toBe("unknown_attempt");
    expect(await actionRow(pool, key)).toEqual(before);
  });
});

describe("a late definite failure", () => {
  it("takes one doubt of two away, and the other stays", async () => {
    const { key, tokens } = await reapedAttempts(2);
    expect(await actionRow(pool, key)).toMatchObject({ doubts: 2 });
    expect(await lateFailure(key, 1, tokens[0])).toBe("failed");
    expect(await actionRow(pool, key)).toMatchObject({ failure: "may_have_happened", doubts: 1 });
  });

  it("said twice counts once", async () => {
    const { key, tokens } = await reapedAttempts(2);
    await lateFailure(key, 1, tokens[0]);
    const before = await actionRow(pool, key);
    expect(await lateFailure(key, 1, tokens[0])).toBe("repeat");
    expect(await actionRow(pool, key)).toEqual(before);
  });

  it("is heard from the worker of that attempt only", async () => {
    const { key, tokens } = await reapedAttempts(2);
    const before = await actionRow(pool, key);
    expect(await lateFailure(key, 1, tokens[1])).toBe("repeat");
    expect(await lateFailure(key, 2, tokens[0])).toBe("repeat");
    expect(await actionRow(pool, key)).toEqual(before);
  });

  it("of an attempt that was proven harmless already takes no other's doubt", async () => {
    const { key, tokens } = await reapedAttempts(2);
    await pool.query("update action_attempt set outcome = 'not_started' where action_key = $1 and attempt = 2", [key]);
    const before = await actionRow(pool, key);
    expect(await lateFailure(key, 2, tokens[1])).toBe("repeat");
    expect(await actionRow(pool, key)).toEqual(before);
  });

  it("says nothing against an action that has succeeded", async () => {
    const { intent, key, tokens } = await reapedAttempts(1);
    await releaseByPolicy(pool, key);
    await openWorker(pool).perform(intent, () => "sent");
    const before = await actionRow(pool, key);
    expect(await lateFailure(key, 1, tokens[0])).toBe("succeeded");
    expect(await actionRow(pool, key)).toEqual(before);
  });
});
