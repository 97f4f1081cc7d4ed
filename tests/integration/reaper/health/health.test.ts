import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { kindCountsSchema } from "#lib/reaper/contract.ts";
import type { KindHealth, ReaperHealth } from "#lib/reaper/health/contract.ts";
import { listPasses, readReaperHealth, runPass, runPassNow } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { refusalOf } from "#tests/support/case.ts";
import { person } from "#tests/support/desk.ts";
import { auditActions } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedApproved, seedFailed, seedPlain, setPolicy } from "../seed.ts";

const { pool } = testDatabase();
let olga: Actor;

beforeAll(async () => {
  olga = await person(pool, "Olga", "operator");
});

beforeEach(async () => {
  await pool.query("delete from nudge");
  await pool.query("alter table action_log disable trigger user; delete from reaper_run");
  await pool.query("update action_log set status = 'succeeded', next_check_at = null where status = 'in_flight'");
  await pool.query(
    "update action_log set next_check_at = null, judged_attempt = attempt; alter table action_log enable trigger user",
  );
});

function kindOf(health: ReaperHealth, kind: string): KindHealth | undefined {
  return health.kinds.find((each) => each.kind === kind);
}

describe("what is stale", () => {
  it("is, kind by kind, exactly what the next pass reads", async () => {
    await setPolicy(pool, "slow_kind", { stale_after_seconds: 10_000 });
    await seedAction(pool, { kind: "no_policy_kind", deadline_at: minutesAgo(9) });
    await seedAction(pool, { kind: "no_policy_kind", deadline_at: minutesAgo(30) });
    await seedPlain(pool, { kind: "create_invoice" });
    const beats = { heartbeat_every_ms: 1000, heartbeat_at: minutesAgo(1), deadline_at: minutesAgo(-60) };
    await seedAction(pool, { kind: "post_message", ...beats });
    // None of these has run out of time.
    await seedPlain(pool, { kind: "slow_kind" });
    await seedAction(pool, { deadline_at: minutesAgo(-1) });
    await seedAction(pool, { heartbeat_every_ms: 60_000, heartbeat_at: minutesAgo(1), deadline_at: minutesAgo(-60) });

    const health = await readReaperHealth(olga);
    const stale = health.kinds.filter(({ staleNow }) => staleNow > 0);
    expect(stale.map(({ kind, staleNow, hasPolicy }) => [kind, staleNow, hasPolicy])).toEqual([
      ["no_policy_kind", 2, false],
      ["create_invoice", 1, true],
      ["post_message", 1, true],
    ]);
    const oldest = Date.parse(kindOf(health, "no_policy_kind")?.oldestStaleAt ?? "");
    expect(Math.abs(oldest - minutesAgo(30).getTime())).toBeLessThan(60_000);
    expect((await runPass()).fetched).toBe(4);
  });

  it("stays so while the policy says to wait, and says why and until when", async () => {
    await setPolicy(pool, "paused_kind", { recovery: "retry", paused: true });
    const key = await seedAction(pool, { kind: "paused_kind" });
    await runPass();
    const health = await readReaperHealth(olga);
    expect(kindOf(health, "paused_kind")).toMatchObject({ staleNow: 1, lastHour: { waiting: 1, released: 0 } });
    expect(health.skipped).toMatchObject({
      total: 1,
      items: [{ shortKey: key.slice(0, 10), kind: "paused_kind", reason: "Its kind is paused." }],
    });
  });
});

describe("the last hour", () => {
  it("tells kind by kind what became of it, and who was asked because nothing else was left", async () => {
    await setPolicy(pool, "retried", { recovery: "retry", max_attempts: 2 });
    await seedAction(pool, { kind: "retried" });
    await seedAction(pool, { kind: "retried", attempt: 2 });
    await seedAction(pool, { kind: "asked" });
    await seedAction(pool, { kind: "asked" });
    await runPass();
    await seedAction(pool, { kind: "asked" });
    await runPass();
    const health = await readReaperHealth(olga);
    const none = kindCountsSchema.parse({});
    expect(kindOf(health, "retried")?.lastHour).toEqual({ ...none, released: 1, gaveUp: 1 });
    expect(kindOf(health, "asked")?.lastHour).toEqual({ ...none, asked: 3 });
  });

  it("does not count passes that ended before it, nor those that never ended", async () => {
    await pool.query(`insert into reaper_run (started_at, finished_at, by_kind) values
      (now() - interval '62 minutes', now() - interval '61 minutes', '{"old": {"asked": 7}}'),
      (now() - interval '10 minutes', null, '{"killed": {"asked": 7}}')`);
    const { kinds } = await readReaperHealth(olga);
    expect(kinds.filter(({ kind }) => kind === "old" || kind === "killed")).toEqual([]);
  });
});

describe("what could not be finished", () => {
  it("is a question to a provider that is to be put, or put again", async () => {
    const rule = { url: "https://mail.test/{key}", landed: { status: [200] }, absent: { status: [404] } };
    await setPolicy(pool, "checked_kind", { recovery: "verify", verify: JSON.stringify(rule) });
    await seedFailed(pool, { kind: "checked_kind", judged_attempt: 1, next_check_at: minutesAgo(-2) });
    await seedFailed(pool, { kind: "checked_kind", judged_attempt: 1, next_check_at: minutesAgo(-3), checks: 2 });
    const { skipped } = await readReaperHealth(olga);
    expect(skipped.total).toBe(2);
    expect(skipped.items.map(({ reason }) => reason)).toEqual([
      "The provider is asked then.",
      "The provider was asked 2 times without a clear answer, and is asked again then.",
    ]);
  });

  it("is a release that nobody picked up, and a nudge that no receiver took", async () => {
    const before = (await readReaperHealth(olga)).releases;
    const { key } = await seedApproved(pool, minutesAgo(-30));
    const overdue = await seedApproved(pool, minutesAgo(1));
    const over = await seedFailed(pool);
    await pool.query(
      `insert into nudge (action_key, attempt, kind, channel, tries, next_at, error) values
         ($1, 1, 'send_email', 'webhook', 10, 'infinity', 'status 500'),
         ($2, 1, 'send_email', 'webhook', 0, 'infinity', 'The action no longer waited.'),
         ($3, 1, 'send_email', 'webhook', 3, now() + interval '1 hour', 'status 500')`,
      [key, over, overdue.key],
    );
    const health = await readReaperHealth(olga);
    expect(health.releases).toMatchObject({ waiting: before.waiting + 2, overdue: before.overdue + 1 });
    expect(health.givenUpNudges).toMatchObject([
      { shortKey: key.slice(0, 10), tries: 10, error: "status 500", stillWaits: true },
    ]);
  });

  it("is a step that two actions want, and a send that went out twice", async () => {
    const taken = await seedFailed(pool);
    await pool.query(
      `insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
       values ('worker', 'w-1', 'action.step_taken', 'action', $1, '{}')`,
      [taken],
    );
    const twice = await seedAction(pool, {
      status: "succeeded",
      duplicate: "confirmed",
      completed_at: minutesAgo(5),
    });
    await seedAction(pool, { status: "succeeded", duplicate: "confirmed", completed_at: minutesAgo(31 * 24 * 60) });
    const { incidents } = await readReaperHealth(olga);
    expect(incidents.map(({ what, shortKey }) => [what, shortKey])).toEqual([
      ["step_taken", taken.slice(0, 10)],
      ["duplicate_confirmed", twice.slice(0, 10)],
    ]);
  });
});

it("this server's clock is told apart from the database's", async () => {
  const { clock } = await readReaperHealth(olga);
  expect(Math.abs(clock.offsetMs)).toBeLessThan(10_000);
  expect(clock.withinMs).toBeGreaterThan(0);
});

describe("a pass by hand", () => {
  it("is an admin's: it is done, named, and stands in the audit", async () => {
    const ada = await person(pool, "Ada", "admin");
    const key = await seedAction(pool);
    const pass = await runPassNow(ada);
    expect(pass).toMatchObject({ startedBy: "Ada", stoppedBy: "done", counts: { fetched: 1, asked: 1 } });
    expect(await auditActions(pool, pass.id)).toEqual(["pass.started"]);
    expect(await auditActions(pool, key)).toEqual(["action.judged"]);
    const { items, last } = await listPasses(olga);
    expect(items[0]).toEqual(pass);
    expect(last).toMatchObject({ endedAt: pass.finishedAt, looked: 1, isLate: false });
  });

  it("is nobody else's, and nothing is moved or recorded by asking", async () => {
    const key = await seedAction(pool);
    expect(await refusalOf(runPassNow(olga))).toMatchObject({ code: "forbidden" });
    expect(await auditActions(pool, key)).toEqual([]);
    const { rows } = await pool.query("select count(*)::int as passes from reaper_run");
    expect(rows).toEqual([{ passes: 0 }]);
  });
});

it("passes are listed newest first, one that was killed as one without an end", async () => {
  await pool.query("insert into reaper_run (started_at, started_by) values (now() - interval '1 minute', 'cron')");
  await runPass();
  const { items, last } = await listPasses(olga);
  expect(items.map(({ finishedAt, startedBy }) => [finishedAt === null, startedBy])).toEqual([
    [false, "script"],
    [true, "cron"],
  ]);
  expect(last.endedAt).toBe(items[0]?.finishedAt);
});
