import { openActionLog } from "@notwice/once";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { actionRow, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

describe("a claim", () => {
  it("case 08: is one, of fifty in one process and of many workers", async () => {
    const intent = testIntent();
    let effects = 0;
    const log = openWorker(pool);
    const effect = async () => {
      effects += 1;
      const during = await log.perform({ ...intent, step: 1 }, () => "inner");
      return { during };
    };
    const workers = [
      ...Array.from({ length: 50 }, () => log),
      ...Array.from({ length: 20 }, (_, n) => openWorker(pool, `w${n}`)),
    ];
    const results = await Promise.all(
      workers.map((worker) =>
        worker.perform(intent, effect).catch((error: unknown) => Reflect.get(Object(error), "name")),
      ),
    );
    expect(effects).toBe(1);
    const stored = JSON.stringify({ during: "inner" });
    expect(new Set(results.map((result) => JSON.stringify(result)))).toContain(stored);
    for (const result of results) expect([stored, '"InFlightError"']).toContain(JSON.stringify(result));
    expect(await log.perform(intent, effect)).toEqual({ during: "inner" });
  });

  it("is committed before the effect runs", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent());
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({
      status: "in_flight",
      attempt: 1,
      claimed_by: "worker-1",
    });
    await attempt.finish(1);
  });

  it("stores the intent, exactly", async () => {
    const intent = testIntent({ payload: { b: 2, a: [1, "é"] } });
    const attempt = await startAttempt(openWorker(pool), intent);
    expect(attempt.context.payload).toEqual({ a: [1, "é"], b: 2 });
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({
      run_id: intent.runId,
      step: 0,
      kind: "send_email",
      target: "ana@acme.test",
      payload: '{"a":[1,"é"],"b":2}',
    });
    await attempt.finish(1);
  });

  it("whose answer was lost is found again by its token, and executed once", async () => {
    let lost = 0;
    const forgetful = {
      adapter: "forgetful",
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await pool.query(text, values);
        if (text.includes("insert into action_log") && lost++ === 0) throw new Error("connection lost");
        return rows;
      },
    };
    let effects = 0;
    const intent = testIntent();
    const log = openActionLog({ db: forgetful, worker: "forgetful" });
    expect(await log.perform(intent, () => ++effects)).toBe(1);
    expect(lost).toBe(2);
    expect(effects).toBe(1);
  });

  it("that waits behind another's uncommitted insert says in flight", async () => {
    const intent = testIntent();
    const probe = await startAttempt(openWorker(pool), { ...intent, step: 9 });
    await probe.finish(1);
    const blocker = await pool.connect();
    await blocker.query("begin");
    await blocker.query(
      "insert into action_log (key, run_id, kind, status, step) values ('blocker-' || $1, $1, 'send_email', 'in_flight', 0)",
      [intent.runId],
    );
    const refused = await refusalOf(openWorker(pool).perform(intent, () => 1));
    await blocker.query("rollback");
    blocker.release();
    expect(refused).toMatchObject({ name: "InFlightError", disposition: "retry" });
    expect(await openWorker(pool).perform(intent, () => "now")).toBe("now");
  });

  it("that the database refuses has a disposition, and nothing runs", async () => {
    const role = `reader_${testIntent().runId.slice(4, 12)}`;
    await pool.query(`create role ${role}`);
    const powerless = new pg.Pool({ ...pool.options, options: `-c role=${role}` });
    const refused = await refusalOf(openWorker(powerless).perform(testIntent(), () => "ran"));
    const idle = new AbortController();
    const errors: unknown[] = [];
    await openWorker(powerless).work(
      { send_email: () => {} },
      {
        signal: idle.signal,
        onError(error) {
          errors.push(error);
          idle.abort();
        },
      },
    );
    await powerless.end();
    await pool.query(`drop role ${role}`);
    expect(refused).toMatchObject({ name: "NotClaimedError", disposition: "retry", cause: { code: "42501" } });
    expect(errors[0]).toMatchObject({ code: "42501" });
  });

  it("case 11: is refused to whatever could be inside a transaction", async () => {
    const client = await pool.connect();
    const single = new pg.Client();
    const transactionOfPostgresJs = Object.assign(() => {}, { savepoint: () => {} });
    const prismaTransaction = { $queryRaw: () => {}, $executeRaw: () => {} };
    try {
      for (const db of [client, single, prismaTransaction, transactionOfPostgresJs, {}, null, undefined, "url"]) {
        expect(() => openActionLog({ db: db as never })).toThrow(/^db: /);
      }
    } finally {
      client.release();
    }
  });

  it("is refused on a server that forgets commits", async () => {
    const forgetting = new pg.Pool({ ...pool.options, options: "-c synchronous_commit=off" });
    const refused = await refusalOf(openWorker(forgetting).perform(testIntent(), () => 1));
    await forgetting.end();
    expect(refused.message).toContain("synchronous_commit is off");
  });

  it("is bounded by its own time and by the policy's", async () => {
    const short = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 5_000 });
    const long = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 10_000_000 });
    const { rows } = await pool.query(
      "select key, extract(epoch from deadline_at - attempted_at)::int as seconds from action_log where key = any($1)",
      [[short.context.key, long.context.key]],
    );
    const seconds = new Map(rows.map((row: Record<string, unknown>) => [row.key, row.seconds]));
    expect(seconds.get(short.context.key)).toBe(5);
    expect(seconds.get(long.context.key)).toBe(2400);
    await Promise.all([short.finish(1), long.finish(1)]);
  });
});

describe("an intent of a gated kind", () => {
  it("is held with its review and its request, once, and nothing runs", async () => {
    await pool.query("insert into policy (kind, gate) values ('gated', 'before_send')");
    const intent = testIntent({ kind: "gated" });
    const refused = await Promise.all(
      Array.from({ length: 5 }, (_, n) => refusalOf(openWorker(pool, `w${n}`).perform(intent, () => 1))),
    );
    const key = String(Reflect.get(Object(refused[0]), "key"));
    for (const each of refused) expect(each).toMatchObject({ name: "HeldError", disposition: "park", key });
    expect(await actionRow(pool, key)).toMatchObject({ status: "held", attempt: 0, claim_token: null });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", attempt: 0 }]);
    expect(await requestRows(pool, key)).toMatchObject([{ type: "send", state: "pending", attempt: 0 }]);
  });

  it("needs a payload: a bare key of such a kind is refused before anything is stored", async () => {
    const refused = await refusalOf(openWorker(pool).once("bare-gated", { runId: "r", kind: "gated" }, () => 1));
    expect(refused).toBeInstanceOf(TypeError);
    expect(refused.message).toMatch(/^payload: /);
    const { rows } = await pool.query("select from action_log where key = 'bare-gated'");
    expect(rows).toEqual([]);
  });
});

describe("bad input is refused by the field's name, and nothing is claimed", () => {
  const log = () => openWorker(pool);
  const cases: [string, () => Promise<unknown>][] = [
    ["runId", () => log().perform(testIntent({ runId: "a b" }), () => 1)],
    ["step", () => log().perform(testIntent({ step: -1 }), () => 1)],
    ["kind", () => log().perform(testIntent({ kind: "" }), () => 1)],
    ["target", () => log().perform(testIntent({ target: " " }), () => 1)],
    ["payload.a", () => log().perform(testIntent({ payload: { a: undefined } }), () => 1)],
    ["timeoutMs", () => log().perform(testIntent(), () => 1, { timeoutMs: 0 })],
    ["effect", () => log().perform(testIntent(), "send" as never)],
    ["key", () => log().once("a key", { runId: "r", kind: "k" }, () => 1)],
    ["runId", () => log().once("k", {} as never, () => 1)],
    ["worker", async () => openActionLog({ db: pool, worker: "a b" })],
    ["handlers.send_email", () => log().work({ send_email: 1 as never }, { signal: AbortSignal.abort() })],
    ["concurrency", () => log().work({}, { signal: AbortSignal.abort(), concurrency: 0 })],
  ];
  it.each(cases)("%s", async (field, call) => {
    const before = await pool.query("select count(*) from action_log");
    const refused = await refusalOf(call());
    expect(refused).toBeInstanceOf(TypeError);
    expect(refused.message.startsWith(`${field}: `)).toBe(true);
    expect((await pool.query("select count(*) from action_log")).rows).toEqual(before.rows);
  });
});
