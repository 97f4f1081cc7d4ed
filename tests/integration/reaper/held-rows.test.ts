import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, releaseByPolicy, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

async function lapsed(): Promise<string> {
  const attempt = await startAttempt(openWorker(pool), testIntent());
  await attempt.fail(new Error("reply lost"));
  const { key } = attempt.context;
  await releaseByPolicy(pool, key);
  await pool.query("insert into review (action_key, attempt, state) values ($1, 1, 'released')", [key]);
  await pool.query("update action_log set release_expires_at = now() - interval '1 s' where key = $1", [key]);
  return key;
}

describe("a pass", () => {
  it("is not held up by a review that someone holds: the steps after it have their turn", async () => {
    const held = await lapsed();
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select from review where action_key = $1 for update", [held]);
    const stale = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 1 });
    await reap();
    expect(await actionRow(pool, stale.context.key)).toMatchObject({ status: "failed" });
    expect(await actionRow(pool, held)).toMatchObject({ status: "released" });
    await holder.query("rollback");
    holder.release();
    await reap();
    expect(await actionRow(pool, held)).toMatchObject({ status: "failed" });
    expect(await reviewRows(pool, held)).toMatchObject([{ state: "open" }]);
    await stale.finish(1);
  });

  it.each(["infinity", "-infinity", "0044-01-01 BC", "20000-01-01"])(
    "judges a seven-column row that was attempted at %s, and the rows beside it",
    async (time) => {
      const keys = [`odd ${time}`, `even ${time}`];
      await pool.query(
        `insert into action_log (key, run_id, kind, status, attempted_at)
         values ($1, 'r', 'send_email', 'in_flight', $2), ($3, 'r', 'send_email', 'in_flight', now() - interval '1 day')`,
        [keys[0], time, keys[1]],
      );
      await reap();
      for (const key of keys) {
        expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
        expect(await reviewRows(pool, key)).toMatchObject([{ state: "open" }]);
      }
    },
  );
});
