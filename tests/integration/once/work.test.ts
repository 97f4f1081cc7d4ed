import { openActionLog, type Statement } from "@notwice/once";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { actionRow, releaseByPolicy, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

async function released(over: Parameters<typeof testIntent>[0] = {}): Promise<string> {
  const attempt = await startAttempt(openWorker(pool), testIntent(over));
  await attempt.fail(new Error("reply lost"));
  await releaseByPolicy(pool, attempt.context.key);
  return attempt.context.key;
}

describe("work", () => {
  it("executes what is released of its kinds, with the stored payload, each once among many workers", async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_, n) => released({ payload: { n } })));
    const other = await released({ kind: "post_message" });
    const stop = new AbortController();
    const seen: { key: string; payload: unknown; attempt: number }[] = [];
    const handler = ({ key, payload, attempt }: { key: string; payload: unknown; attempt: number }) => {
      seen.push({ key, payload, attempt });
      if (seen.length === keys.length) stop.abort();
    };
    await Promise.all(
      [1, 2, 3].map((n) =>
        openWorker(pool, `w${n}`).work({ send_email: handler }, { signal: stop.signal, concurrency: 2, pollMs: 50 }),
      ),
    );
    expect(seen.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect(seen.map(({ payload }) => payload)).toContainEqual({ n: 7 });
    expect(new Set(seen.map(({ attempt }) => attempt))).toEqual(new Set([2]));
    for (const key of keys) expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(await actionRow(pool, other)).toMatchObject({ status: "released", attempt: 1 });
  });

  it("is woken by a release, long before it would look again", async () => {
    const stop = new AbortController();
    const idle = openWorker(pool).work({ woken: () => stop.abort() }, { signal: stop.signal, pollMs: 3_600_000 });
    const key = await released({ kind: "woken" });
    // The notification may come before the worker listens: it is repeated, as the outbox does.
    while (!stop.signal.aborted) {
      await pool.query("select pg_notify('notwice_released', 'woken')");
    }
    await idle;
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded" });
  });

  it("makes do with a pool of one connection, which it would otherwise listen on for ever", async () => {
    const key = await released({ kind: "narrow" });
    const narrow = new pg.Pool({ ...pool.options, max: 1 });
    const stop = new AbortController();
    await openWorker(narrow).work({ narrow: () => stop.abort() }, { signal: stop.signal, pollMs: 20 });
    await narrow.end();
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded" });
  });

  it("waits for what runs when it is told to stop, and claims nothing more", async () => {
    const first = await released({ kind: "drained" });
    const second = await released({ kind: "drained" });
    const stop = new AbortController();
    const running = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const done = openWorker(pool).work(
      {
        drained: async () => {
          running.resolve();
          await goOn.promise;
        },
      },
      { signal: stop.signal },
    );
    await running.promise;
    stop.abort();
    goOn.resolve();
    await done;
    expect(await actionRow(pool, first)).toMatchObject({ status: "succeeded" });
    expect(await actionRow(pool, second)).toMatchObject({ status: "released" });
  });

  it("leaves alone what is not claimable: lapsed, held back, paused, without bytes, signed for other bytes", async () => {
    const lapsed = await released({ kind: "idle" });
    const early = await released({ kind: "idle" });
    const altered = await released({ kind: "idle" });
    const paused = await released({ kind: "paused" });
    await pool.query("insert into policy (kind, paused) values ('paused', true)");
    await pool.query(
      "update action_log set claimable_at = now() - interval '2 h', release_expires_at = now() - interval '1 h' where key = $1",
      [lapsed],
    );
    await pool.query(
      "update action_log set claimable_at = now() + interval '1 h', release_expires_at = now() + interval '2 h' where key = $1",
      [early],
    );
    await pool.query("insert into review (action_key, attempt, state) values ($1, 1, 'released')", [altered]);
    await pool.query(
      `with q as (insert into review_request (review_id, type, state, requested_by, reason, payload_hash, expires_at)
         select id, 'resend', 'approved', 'bo', 'r', repeat('0', 64), now() + interval '1 h' from review where action_key = $1 returning id)
       update action_log set release_reason = 'approval', release_request_id = q.id from q where key = $1`,
      [altered],
    );
    const bare = "bare-idle";
    await pool.query(
      "insert into action_log (key, run_id, kind, status, release_reason, claimable_at, release_expires_at) values ($1, 'r', 'idle', 'released', 'absent', now(), now() + interval '1 h')",
      [bare],
    );

    const last = await released({ kind: "idle" });
    const stop = new AbortController();
    const seen: string[] = [];
    await openWorker(pool).work(
      {
        paused: ({ key }) => void seen.push(key),
        idle: ({ key }) => {
          seen.push(key);
          stop.abort();
        },
      },
      { signal: stop.signal, pollMs: 20 },
    );
    expect(seen).toEqual([last]);
    for (const key of [lapsed, early, altered, paused, bare]) {
      expect(await actionRow(pool, key)).toMatchObject({ status: "released", attempt: 1 });
    }
  });

  it("refuses to hand over bytes that no longer have the hash of their intent", async () => {
    const key = await released({ kind: "tampered" });
    await pool.query("alter table action_log disable trigger action_log_20_frozen");
    await pool.query("update action_log set payload = '\"other\"' where key = $1", [key]);
    await pool.query("alter table action_log enable trigger action_log_20_frozen");
    const stop = new AbortController();
    const errors: unknown[] = [];
    let ran = false;
    await openWorker(pool).work(
      {
        tampered: () => {
          ran = true;
          stop.abort();
        },
      },
      {
        signal: stop.signal,
        onError: (error) => {
          errors.push(error);
          stop.abort();
        },
      },
    );
    expect(ran).toBe(false);
    expect(errors).toMatchObject([{ name: "ActionFailedError", failure: "did_not_happen" }]);
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", error: { permanent: true } });
  });

  it("finds the claim whose answer was lost by its token, among others in flight", async () => {
    const others = testIntent({ kind: "unlucky" });
    const other = await startAttempt(openWorker(pool), others);
    const key = await released({ kind: "unlucky" });
    let lost = 0;
    const unlucky = {
      adapter: "unlucky",
      async query({ name, text, values }: Statement) {
        const { rows } = await pool.query(text, values);
        if (name === "notwice_claim_next_released" && lost++ === 0) throw new Error("connection lost");
        return rows;
      },
    };
    const stop = new AbortController();
    const seen: string[] = [];
    const handler = (context: { key: string }) => {
      seen.push(context.key);
      stop.abort();
    };
    await openActionLog({ db: unlucky, worker: "unlucky" }).work({ unlucky: handler }, { signal: stop.signal });
    expect(seen).toEqual([key]);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(await actionRow(pool, other.context.key)).toMatchObject({ status: "in_flight" });
    await other.finish(1);
  });

  it("closes the review of a signed release as sent, in the claim", async () => {
    const key = await released({ kind: "signed" });
    await pool.query("insert into review (action_key, attempt, state) values ($1, 1, 'released')", [key]);
    const stop = new AbortController();
    let during: unknown;
    await openWorker(pool).work(
      {
        signed: async () => {
          during = await reviewRows(pool, key);
          stop.abort();
        },
      },
      { signal: stop.signal },
    );
    expect(during).toMatchObject([{ state: "closed", resolution: "sent" }]);
  });
});
