import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, releaseByPolicy } from "#tests/support/rows.ts";

const { pool } = testDatabase();

describe("a veto", () => {
  it("stops an effect whose reason is gone, as proof that nothing happened", async () => {
    const intent = testIntent({ payload: { lead: "ana" } });
    let asked: unknown;
    let ran = false;
    const refused = await refusalOf(
      openWorker(pool).perform(intent, () => (ran = true), {
        veto: (action) => {
          asked = action;
          return "ana has unsubscribed";
        },
      }),
    );
    expect(ran).toBe(false);
    expect(asked).toMatchObject({ attempt: 1, payload: { lead: "ana" } });
    expect(refused).toMatchObject({ name: "ActionFailedError", failure: "did_not_happen" });
    const { rows } = await pool.query("select * from action_log where run_id = $1", [intent.runId]);
    expect(rows[0]).toMatchObject({
      status: "failed",
      error: { message: "vetoed: ana has unsubscribed", permanent: true },
    });
  });

  it("is asked in begin(), where there are two phases, and lets pass when it says nothing", async () => {
    const stopped = await refusalOf(
      openWorker(pool).perform(testIntent(), ({ begin }) => begin(), { twoPhase: true, veto: async () => "gone" }),
    );
    expect(stopped).toMatchObject({ failure: "did_not_happen" });
    const sent = openWorker(pool).perform(
      testIntent(),
      async ({ begin }) => {
        await begin();
        return "sent";
      },
      { twoPhase: true, veto: async () => undefined },
    );
    expect(await sent).toBe("sent");
  });

  it("that throws is no proof of anything but its own attempt", async () => {
    const broken = await refusalOf(
      openWorker(pool).perform(testIntent(), ({ begin }) => begin(), {
        twoPhase: true,
        veto: () => Promise.reject(new Error("the CRM is down")),
      }),
    );
    expect(broken).toMatchObject({ failure: "did_not_happen" });
  });
});

describe("an effect that gives up while begin() is still under way", () => {
  it("is proof that nothing happened, because that begin is not granted any more", async () => {
    const intent = testIntent();
    const locked = await pool.connect();
    let left: Promise<string> | undefined;
    const refused = await refusalOf(
      openWorker(pool).perform(
        intent,
        async ({ key, begin }) => {
          await locked.query("begin");
          await locked.query("select from action_log where key = $1 for update", [key]);
          left = begin().then(
            () => "granted",
            () => "refused",
          );
          await waitingForLock();
          setImmediate(() => void locked.query("commit"));
          throw new Error("its own time-out");
        },
        { twoPhase: true },
      ),
    );
    locked.release();
    expect(refused).toMatchObject({ failure: "did_not_happen" });
    expect(await left).toBe("refused");
  });
});

/** Until a statement of this database waits for a row that another holds. */
async function waitingForLock(): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
}

describe("heartbeats", () => {
  it("are sent while the effect runs, and never move the deadline", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 60_000, heartbeatMs: 5 });
    const { key } = attempt.context;
    const before = await actionRow(pool, key);
    await expect.poll(async () => (await actionRow(pool, key)).heartbeat_at).not.toBeNull();
    const after = await actionRow(pool, key);
    expect(after).toMatchObject({ heartbeat_every_ms: 5, deadline_at: before.deadline_at });
    await attempt.finish(1);
    const ended = await actionRow(pool, key);
    expect(await actionRow(pool, key)).toEqual(ended);
  });

  it("notice by themselves that the claim was lost, and abort the signal", async () => {
    const intent = testIntent();
    const attempt = await startAttempt(openWorker(pool), intent, { heartbeatMs: 5 });
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [
      attempt.context.key,
    ]);
    await reap();
    await expect.poll(() => attempt.context.signal.aborted).toBe(true);
    await expect(attempt.context.heartbeat()).rejects.toMatchObject({ name: "ClaimLostError" });
    await releaseByPolicy(pool, attempt.context.key);
    expect(await openWorker(pool).perform(intent, ({ attempt: number }) => number)).toBe(2);
    await attempt.fail(attempt.context.signal.reason);
  });
});
