import { expect, it, onTestFinished, vi } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { seedAction, setPolicy } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

/** This process, worker, reaper and desk in one, believes that it is so much later. */
function shiftClock(minutes: number): void {
  const Real = Date;
  class Shifted extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Shifted.now()] : given) as [number]));
    }
    static override now(): number {
      return Real.now() + minutes * MINUTE_MS;
    }
  }
  vi.stubGlobal("Date", Shifted);
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** By the database's clock, in whole minutes from now. */
async function timesOf(key: string): Promise<unknown> {
  const columns = ["deadline_at", "claimable_at", "release_expires_at", "next_check_at"];
  const minutes = columns.map(
    (column) => `round(extract(epoch from ${column} - clock_timestamp()) / 60)::int ${column}`,
  );
  const { rows } = await pool.query(`select status, attempt, ${minutes.join(", ")} from action_log where key = $1`, [
    key,
  ]);
  return rows[0];
}

async function claimed(kind: string, at: Record<string, unknown>): Promise<string> {
  return seedAction(pool, { kind, ...at });
}

async function asked(expiresIn: number) {
  const [bo, cara] = [await person(pool, "Bo", "operator"), await person(pool, "Cara", "approver")];
  const stuck = await stuckCase(pool, { kind: "clock_ask" });
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  const { requestId } = await createRequest(bo, stuck.reviewId, input);
  const standard = await pool.query(
    "select round(extract(epoch from expires_at - clock_timestamp()) / 60)::int as minutes from review_request where id = $1",
    [requestId],
  );
  await pool.query(
    "update review_request set expires_at = clock_timestamp() + $2 * interval '1 minute' where id = $1",
    [requestId, expiresIn],
  );
  const seen = await seenOf(pool, stuck);
  return {
    stuck,
    standard: standard.rows,
    sign: async () => signOff(cara, requestId, { verdict: "approve", ...seen }),
  };
}

it.each([-10, 0, 10])("a clock of ours that is %i minutes wrong changes nothing", async (minutes) => {
  await setPolicy(pool, "clock_ask", { recovery: "ask", stale_after_seconds: 900 });
  await setPolicy(pool, "clock_retry", { recovery: "retry", provider_window_seconds: 3600, backoff_seconds: 60 });
  const verify = { by: "code", quietSeconds: 600, tries: 3 };
  await setPolicy(pool, "clock_verify", { recovery: "verify", verify: JSON.stringify(verify) });
  const young = await claimed("clock_ask", { attempted_at: inMinutes(-10), deadline_at: inMinutes(5) });
  const stale = await claimed("clock_ask", { deadline_at: inMinutes(-1) });
  const noDeadline = await claimed("clock_ask", { attempted_at: inMinutes(-10), deadline_at: null });
  const retried = await claimed("clock_retry", { first_attempted_at: inMinutes(-31), deadline_at: inMinutes(-1) });
  const windowOver = await claimed("clock_retry", { first_attempted_at: inMinutes(-46), deadline_at: inMinutes(-1) });
  const quiet = await claimed("clock_verify", { deadline_at: inMinutes(-2) });
  shiftClock(minutes);

  const running = await startAttempt(openWorker(pool), testIntent({ kind: "clock_ask" }), { twoPhase: true });
  await running.context.heartbeat();
  await running.context.begin();
  await runPass();

  expect(await timesOf(running.context.key)).toMatchObject({ status: "in_flight", deadline_at: 15 });
  expect(await timesOf(young)).toMatchObject({ status: "in_flight" });
  expect(await timesOf(noDeadline)).toMatchObject({ status: "in_flight" });
  expect(await timesOf(stale)).toMatchObject({ status: "failed" });
  expect(await timesOf(retried)).toMatchObject({ status: "released", claimable_at: 1, release_expires_at: 14 });
  expect(await timesOf(windowOver)).toMatchObject({ status: "failed" });
  expect(await timesOf(quiet)).toMatchObject({ status: "failed", next_check_at: 8 });

  const inTime = await asked(1);
  const late = await asked(-1);
  expect(inTime.standard).toEqual([{ minutes: 24 * 60 }]);
  await expect(inTime.sign()).resolves.toMatchObject({ outcome: "approved" });
  await expect(late.sign()).rejects.toMatchObject({ code: "expired" });
  await pool.query("update action_log set claimable_at = clock_timestamp() + interval '5 minutes' where key = $1", [
    inTime.stuck.key,
  ]);
  expect(await timesOf(inTime.stuck.key)).toMatchObject({ status: "released", claimable_at: 5 });
  expect(await timesOf(late.stuck.key)).toMatchObject({ status: "failed" });

  const intent = testIntent({ kind: "clock_ask" });
  const first = await startAttempt(openWorker(pool), intent, { timeoutMs: 5 * MINUTE_MS });
  const second = await refusalOf(openWorker(pool).perform(intent, () => "ran"));
  expect(second).toMatchObject({ name: "InFlightError", disposition: "retry" });
  expect(Math.round(Number(Reflect.get(second, "retryAfterMs")) / MINUTE_MS)).toBe(5);
  await Promise.all([first.finish(1), running.finish(2)]);
});
