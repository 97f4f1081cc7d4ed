import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#lib/db/index.ts";
import { applyAbsent } from "#lib/reaper/sql/checks/apply-absent.ts";
import { claimCheck } from "#lib/reaper/sql/checks/claim-check.ts";
import { countTry } from "#lib/reaper/sql/checks/count-try.ts";
import { fetchChecks } from "#lib/reaper/sql/checks/fetch-checks.ts";
import { recordAsked } from "#lib/verification/index.ts";
import { minutesAgo, seedAction, seedFailed, seedRequested, setPolicy } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow, auditActions } from "#tests/support/rows.ts";
import { KIND, openReview, seedDue } from "./setting.ts";

const { pool } = testDatabase();
const QUIET_SECONDS = 600;

beforeAll(async () => {
  await setPolicy(pool, KIND, { recovery: "verify" });
});

/** Asked now about the first attempt, absent: whether it releases. */
async function absent(key: string, attempt = 1): Promise<boolean> {
  const verificationId = await transaction((tx) => recordAsked(tx, { key, attempt }));
  const times = { claimableAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
  const verdict = { verdict: "release", ended: null, reason: "absent", ...times } as const;
  const check = { key, attempt, verificationId, quietSeconds: QUIET_SECONDS, verdict, runId: randomUUID() };
  return transaction((tx) => applyAbsent(tx, check));
}

describe("an absence releases", () => {
  it("an action in doubt, once", async () => {
    const key = await seedDue(pool);
    expect(await absent(key)).toBe(true);
    expect(await absent(key)).toBe(false);
    expect(await auditActions(pool, key)).toEqual(["action.released"]);
  });

  it("also one that was adopted, by what its row says of its end", async () => {
    const columns = { kind: KIND, judged_attempt: 1, next_check_at: minutesAgo(1), deadline_at: null };
    expect(await absent(await seedFailed(pool, { ...columns, completed_at: minutesAgo(9) }))).toBe(false);
    expect(await absent(await seedFailed(pool, { ...columns, completed_at: minutesAgo(11) }))).toBe(true);
    expect(await absent(await seedFailed(pool, { ...columns, completed_at: null }))).toBe(false);
  });

  it.each<[string, () => Promise<string>]>([
    ["a person is deciding about", async () => withReview(await seedDue(pool))],
    ["has a newer attempt", async () => seedDue(pool, { attempt: 2 })],
    ["has succeeded", async () => seedDue(pool, { status: "succeeded", failure: null, settled_by: "worker" })],
    ["was dismissed", async () => seedDue(pool, { status: "dismissed" })],
    ["is in flight", async () => seedAction(pool, { kind: KIND, next_check_at: minutesAgo(1) })],
    ["came back by a lapse", async () => seedDue(pool, { next_check_at: null })],
    ["was over only just now", async () => withAttempt(await seedDue(pool), "now() - interval '9 minutes'")],
    ["has a deadline to come", async () => withAttempt(await seedDue(pool), "now() + interval '1 hour'")],
    ["was reported after its deadline, just now", async () => withReport(await seedDue(pool))],
  ])("none that %s", async (_what, seed) => {
    const key = await seed();
    const before = await actionRow(pool, key);
    expect(await absent(key)).toBe(false);
    expect(await actionRow(pool, key)).toEqual(before);
    expect(await auditActions(pool, key)).toEqual([]);
  });

  it("one whose latest attempt is known to have done nothing", async () => {
    const key = await withAttempt(await seedDue(pool), "now() + interval '1 hour'");
    await pool.query(
      "update action_attempt set late_outcome = 'did_not_happen' where action_key = $1 and attempt = 7",
      [key],
    );
    expect(await absent(key)).toBe(true);
  });

  async function withReview(key: string): Promise<string> {
    await openReview(pool, key);
    return key;
  }

  async function withAttempt(key: string, deadline: string): Promise<string> {
    await pool.query(
      `insert into action_attempt (action_key, attempt, claim_token, deadline_at, ended_at, ended_by, outcome)
       values ($1, 7, gen_random_uuid(), ${deadline}, now() - interval '2 hours', 'reaper', 'may_have_happened')`,
      [key],
    );
    return key;
  }

  async function withReport(key: string): Promise<string> {
    await pool.query("update action_attempt set ended_by = 'worker', ended_at = now() where action_key = $1", [key]);
    return key;
  }
});

it("a question is claimed while it is due and as it was read, by one", async () => {
  const key = await seedDue(pool);
  const mine = async () => (await fetchChecks(100, [])).find((row) => row.key === key);
  const row = await mine();
  if (row === undefined) throw new Error("the row is due");
  const claim = (over = {}) => transaction((tx) => claimCheck(tx, { ...row, ...over }, 60_000));

  expect(await claim({ revision: row.revision + 1 })).toBeNull();
  expect(await claim({ attempt: 2 })).toBeNull();
  expect(await claim()).toMatchObject({ revision: row.revision + 1 });
  expect(await claim()).toBeNull();
  expect(await claim({ revision: row.revision + 1 })).toBeNull();
  expect(await mine()).toBeUndefined();
});

it("a try is counted on the row as the question left it", async () => {
  const key = await seedDue(pool);
  const count = (over = {}) =>
    transaction((tx) => countTry(tx, { key, attempt: 1, revision: 0, counts: true, againInSeconds: 60, ...over }));
  expect(await count({ revision: 1 })).toBeNull();
  expect(await count({ attempt: 2 })).toBeNull();
  expect(await count()).toBe(1);
  expect(await actionRow(pool, key)).toMatchObject({ checks: 1, revision: 1 });
});

it("only what is failed, judged and due is fetched, the longest due first", async () => {
  const due = [
    await seedDue(pool, { next_check_at: minutesAgo(30) }),
    await seedDue(pool, { next_check_at: minutesAgo(40) }),
  ];
  const others = [
    await seedDue(pool, { next_check_at: new Date(Date.now() + 60_000) }),
    await seedDue(pool, { next_check_at: null }),
    await seedDue(pool, { judged_attempt: 0, next_check_at: minutesAgo(50) }),
    await seedDue(pool, { status: "dismissed", next_check_at: minutesAgo(50) }),
    await seedAction(pool, { kind: KIND, next_check_at: minutesAgo(50) }),
    (await seedRequested(pool, {}, { kind: KIND })).key,
  ];
  const seeded = new Set([...due, ...others]);
  const fetched = (await fetchChecks(100, [])).map((row) => row.key).filter((key) => seeded.has(key));
  expect(fetched).toEqual(due.toReversed());
  expect((await fetchChecks(100, due)).map((row) => row.key)).not.toContain(due[0]);
});
