import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { transaction } from "#lib/db/index.ts";
import type { Verdict } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { noteOnReview } from "#lib/reaper/sql/checks/note-on-review.ts";
import { fetchForeign } from "#lib/reaper/sql/fetch-foreign.ts";
import { fetchStale } from "#lib/reaper/sql/fetch-stale.ts";
import { fetchUnjudged } from "#lib/reaper/sql/fetch-unjudged.ts";
import type { JudgedRow } from "#lib/reaper/sql/judged-row.ts";
import { writeVerdicts } from "#lib/reaper/write-verdicts.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { actionRow, requestRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedApproved, seedClaimedApproval, seedRequested, setPolicy } from "./seed.ts";

const { pool } = testDatabase();
const RUN_ID = randomUUID();

const ENDED = { ended: "may_have_happened" } as const;
const LATER = new Date(Date.now() + 3_600_000);

/** Each verdict, and an action that may get it. */
const VERDICTS: [string, Verdict, () => Promise<string>][] = [
  ["ask", { verdict: "ask", ...ENDED, cause: "stale", reason: "Seeded." }, () => seedAction(pool)],
  [
    "release",
    { verdict: "release", ...ENDED, reason: "retry", claimableAt: new Date(), expiresAt: LATER },
    () => seedAction(pool),
  ],
  ["check", { verdict: "check", ...ENDED, quietSeconds: 60 }, () => seedAction(pool)],
  ["settle", { verdict: "settle", ...ENDED }, () => seedLanded()],
  ["wait", { verdict: "wait", until: LATER }, () => seedAction(pool)],
];

async function seedLanded(columns: Record<string, unknown> = {}): Promise<string> {
  const key = await seedAction(pool, { late_attempt: 1, duplicate: "suspected", ...columns });
  await pool.query(
    `insert into action_attempt (action_key, attempt, ended_by, outcome, late_outcome, late_at, late_result)
     values ($1, 1, 'late_report', 'landed', 'landed', now(), '"late"')`,
    [key],
  );
  return key;
}

async function readStale(key: string): Promise<JudgedRow> {
  const row = (await fetchStale(100, [])).find((each) => each.key === key);
  if (row === undefined) throw new Error(`action ${key} is not stale`);
  return row;
}

describe.each(VERDICTS)("the verdict to %s", (_name, verdict, seed) => {
  const OVERTAKEN = { released: [], asked: [], settled: [], checked: [], waiting: [], broken: [] };

  it("is written where nobody has acted since the row was read", async () => {
    const key = await seed();
    const { revision } = await actionRow(pool, key);
    const row = await readStale(key);
    expect(Object.values(await writeVerdicts([{ row, verdict }], RUN_ID)).flat()).toEqual([key]);
    expect(await actionRow(pool, key)).toMatchObject({ revision: Number(revision) + 1 });
  });

  it("gives way to a heartbeat since then", async () => {
    const key = await seed();
    const row = await readStale(key);
    await pool.query("update action_log set heartbeat_at = now(), revision = revision + 1 where key = $1", [key]);
    const before = await actionRow(pool, key);
    expect(await writeVerdicts([{ row, verdict }], RUN_ID)).toMatchObject(OVERTAKEN);
    expect(await actionRow(pool, key)).toEqual(before);
    expect(await reviewRows(pool, key)).toEqual([]);
  });

  it("gives way to the success of a seven-column worker, who raises no revision", async () => {
    const key = await seed();
    const row = await readStale(key);
    await plainWorker(pool).succeed(key, { id: "m1" });
    const before = await actionRow(pool, key);
    expect(before).toMatchObject({ status: "succeeded", result: { id: "m1" }, revision: row.revision });
    expect(await writeVerdicts([{ row, verdict }], RUN_ID)).toMatchObject(OVERTAKEN);
    expect(await actionRow(pool, key)).toEqual(before);
    expect(await reviewRows(pool, key)).toEqual([]);
  });
});

describe("what the reaper reads", () => {
  const STATUSES = ["in_flight", "released", "succeeded", "failed", "dismissed"];

  /** A row of each status, the same in everything else; `released` has its reason. */
  async function seedEach(columns: Record<string, unknown>): Promise<string[]> {
    const seeded = STATUSES.map(async (status) => {
      const release = status === "released" ? { release_reason: "absent", claim_token: null } : {};
      const key = await seedAction(pool, { status, ...release, ...columns });
      return `${status} ${key}`;
    });
    return Promise.all(seeded);
  }

  const READS: [string, typeof fetchStale, string][] = [
    ["as stale is in flight", fetchStale, "in_flight"],
    ["as failed has failed", fetchUnjudged, "failed"],
  ];

  it.each(READS)("%s, and is due", async (_what, fetch, wanted) => {
    const due = await seedEach({});
    const put = await seedEach({ next_check_at: LATER });
    const read = (await fetch(1000, [])).map(({ status, key }) => `${status} ${key}`);
    expect(due.filter((row) => read.includes(row))).toEqual(due.filter((row) => row.startsWith(wanted)));
    expect(put.filter((row) => read.includes(row))).toEqual([]);
  });

  it("as stale is past its deadline", async () => {
    const young = await seedAction(pool, { deadline_at: LATER });
    const stale = await seedAction(pool);
    const read = (await fetchStale(1000, [])).map(({ key }) => key);
    expect([young, stale].filter((key) => read.includes(key))).toEqual([stale]);
  });

  it("as failed has not been judged", async () => {
    const judged = await seedAction(pool, { status: "failed", judged_attempt: 1 });
    const unjudged = await seedAction(pool, { status: "failed" });
    const read = (await fetchUnjudged(1000, [])).map(({ key }) => key);
    expect([judged, unjudged].filter((key) => read.includes(key))).toEqual([unjudged]);
  });

  it("as another's word is no word of ours", async () => {
    await seedEach({});
    expect(await fetchForeign(1000, [])).toEqual([]);
  });

  it.each(READS)("%s, and was not passed over before", async (_what, fetch) => {
    const keys = (await seedEach({})).map((row) => row.split(" ")[1] ?? "");
    const read = await fetch(1000, keys);
    expect(read.filter(({ key }) => keys.includes(key))).toEqual([]);
  });
});

/** What earlier cases of the same action have left: nothing of it may change any more. */
async function seedEarlierCase(key: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into review (action_key, attempt, state, resolution, opened_at, closed_at)
     values ($1, 1, 'closed', 'dismissed', now() - interval '3 hours', now() - interval '2 hours') returning id`,
    [key],
  );
  return rows[0].id;
}

async function seedWithdrawn(reviewId: string): Promise<void> {
  await pool.query(
    `insert into review_request (review_id, type, state, requested_by, reason, expires_at, requested_at)
     values ($1, 'resend', 'withdrawn', 'olga', 'Seeded.', now(), now() - interval '3 hours')`,
    [reviewId],
  );
}

const EARLIER = { state: "closed", resolution: "dismissed", version: 1 };

describe("what was decided before stays as it was decided", () => {
  it("when a policy releases the action", async () => {
    const { key, reviewId } = await seedRequested(pool, {}, { kind: "create_invoice", judged_attempt: 0 });
    await seedEarlierCase(key);
    await seedWithdrawn(reviewId);
    expect(await runPass()).toMatchObject({ released: 1, broken: 0 });
    expect(await reviewRows(pool, key)).toMatchObject([EARLIER, { state: "closed", resolution: "superseded" }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "withdrawn" }, { state: "superseded" }]);
  });

  it("when a late report settles it", async () => {
    const key = await seedLanded({ attempt: 2 });
    await seedEarlierCase(key);
    const { rows } = await pool.query("insert into review (action_key, attempt) values ($1, 2) returning id", [key]);
    await seedWithdrawn(rows[0].id);
    expect(await runPass()).toMatchObject({ settled: 1, broken: 0 });
    expect(await reviewRows(pool, key)).toMatchObject([EARLIER, { state: "closed", resolution: "landed_late" }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "withdrawn" }]);
  });

  it("when its release lapses: another case is opened", async () => {
    const key = await seedAction(pool, {
      status: "released",
      claim_token: null,
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
      release_reason: "absent",
      claimable_at: minutesAgo(60),
      release_expires_at: minutesAgo(1),
    });
    await seedEarlierCase(key);
    expect(await runPass()).toMatchObject({ lapsed: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([EARLIER, { state: "open", cause: "lapsed" }]);
  });

  it("when a provider says that it knows nothing", async () => {
    const { key } = await seedRequested(pool);
    await seedEarlierCase(key);
    await transaction((tx) => noteOnReview(tx, key));
    expect(await reviewRows(pool, key)).toMatchObject([EARLIER, { state: "open", version: 2 }]);
  });

  it("when an approval is given back whose case was closed otherwise meanwhile", async () => {
    const { key } = await seedClaimedApproval(pool, new Date(Date.now() + 600_000));
    await pool.query("update review set resolution = 'superseded' where action_key = $1", [key]);
    expect(await runPass()).toMatchObject({ released: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "superseded", version: 3 }]);
  });
});

it("an approval that is given back keeps its case waiting, also where the claim had not closed it", async () => {
  const { key } = await seedClaimedApproval(pool, new Date(Date.now() + 600_000));
  await pool.query("update review set state = 'released', resolution = null, closed_at = null where action_key = $1", [
    key,
  ]);
  expect(await runPass()).toMatchObject({ released: 1 });
  expect(await reviewRows(pool, key)).toMatchObject([{ state: "released", resolution: null, version: 3 }]);
});

it("a release that was claimed in time does not lapse, though its expiry has passed since", async () => {
  const { key } = await seedApproved(pool, minutesAgo(1));
  await pool.query(
    `update action_log set status = 'in_flight', attempt = 2, claim_token = $2, failure = null, attempted_at = now(),
       deadline_at = now() + interval '10 minutes', revision = revision + 1
     where key = $1`,
    [key, randomUUID()],
  );
  const before = await actionRow(pool, key);
  expect(await runPass()).toMatchObject({ lapsed: 0 });
  expect(await actionRow(pool, key)).toEqual(before);
});

describe("a request that is decided while the pass waits for its row", () => {
  it.for([
    ["stays rejected", "state = 'rejected'", "rejected"],
    ["stays pending where its time was extended", "expires_at = now() + interval '1 hour'", "pending"],
  ])("%s", async ([, change, state], { signal }) => {
    const { key, requestId } = await seedRequested(pool, { expires_at: minutesAgo(1) });
    const decider = await pool.connect();
    onTestFinished(() => decider.release());
    await decider.query("begin");
    await decider.query(`update review_request set ${change} where id = $1`, [requestId]);
    const pass = runPass();
    while ((await lockWaiters()).length === 0) signal.throwIfAborted();
    await decider.query("commit");
    expect(await pass).toMatchObject({ expired: 0 });
    expect(await requestRows(pool, key)).toMatchObject([{ state }]);
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 1 }]);
  });
});

async function lockWaiters(): Promise<unknown[]> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows;
}

it("a retry of a gated kind needs a signed send: nothing else that was signed or asked for is one", async () => {
  await setPolicy(pool, "gated_retry", { recovery: "retry", gate: "before_send" });
  const gated = { kind: "gated_retry", judged_attempt: 0 };
  const { key: asked } = await seedRequested(pool, {}, gated);
  const { key: dismissal } = await seedRequested(pool, { type: "dismiss", state: "approved" }, gated);
  const { key: signed } = await seedRequested(pool, { state: "approved" }, gated);
  await runPass();
  for (const key of [asked, dismissal]) expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
  expect(await actionRow(pool, signed)).toMatchObject({ status: "released", release_reason: "retry" });
});
