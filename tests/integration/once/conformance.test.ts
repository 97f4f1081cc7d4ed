import { type ActionLog, type ActionLogDb, NotExecuted, openActionLog } from "@notwice/once";
import { prismaDb } from "@notwice/once/prisma";
import { describe, expect, it } from "vitest";
import { prisma } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, releaseByPolicy } from "#tests/support/rows.ts";

const { pool } = testDatabase();

/** Every way to hand the library its database; what it promises holds over each. */
const ADAPTERS: [string, (worker: string) => ActionLog][] = [
  ["pg, prepared", (worker) => openActionLog({ db: pool, worker, prepare: true })],
  ["pg, unprepared", (worker) => openActionLog({ db: pool, worker, prepare: false })],
  ["pg, behind a pooler that forgets", (worker) => openActionLog({ db: forgetfulPool(), worker })],
  ["Prisma", (worker) => openActionLog({ db: prismaDb(prisma()), worker })],
];

/** Answers a named statement as a pooler in transaction mode does that cannot carry it. */
function forgetfulPool() {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name, target);
      return async (statement: { name?: string; text: string; values: unknown[] }) => {
        if (statement.name !== undefined) {
          throw Object.assign(new Error("prepared statement does not exist"), { code: "26000" });
        }
        return pool.query(statement);
      };
    },
  });
}

describe.each(ADAPTERS)("over %s", (_name, open) => {
  it("executes once and replays, many at a time", async () => {
    const intent = testIntent({ payload: { é: [1, null, "x"] } });
    let effects = 0;
    const calls = Array.from({ length: 8 }, (_, n) =>
      open(`w${n}`)
        .perform(intent, ({ payload }) => ({ payload, n: ++effects }))
        .catch((error: unknown) => error),
    );
    const answers = await Promise.all(calls);
    expect(effects).toBe(1);
    const stored = { payload: { é: [1, null, "x"] }, n: 1 };
    expect(answers).toContainEqual(stored);
    const refusals = answers.filter((answer) => answer instanceof Error);
    for (const refusal of refusals) expect(refusal).toMatchObject({ name: "InFlightError", disposition: "retry" });
    for (const answer of answers.filter((each) => !(each instanceof Error))) expect(answer).toEqual(stored);
    expect(await open("late").perform(intent, () => "again")).toEqual(stored);
  });

  it("claims by key alone", async () => {
    const key = `key-${testIntent().runId}`;
    expect(await open("w").once(key, { runId: "r", kind: "k" }, () => 1)).toBe(1);
    expect(await open("w").once(key, { runId: "r", kind: "k" }, () => 2)).toBe(1);
  });

  it("marks the point of no return, hears heartbeats, and knows proof from doubt", async () => {
    const begun = await startAttempt(open("w"), testIntent(), { twoPhase: true });
    await begun.context.heartbeat();
    await begun.context.begin();
    expect(await begun.fail(new Error("lost"))).toMatchObject({ failure: "may_have_happened" });
    const proven = await startAttempt(open("w"), testIntent());
    expect(await proven.fail(new NotExecuted("no"))).toMatchObject({ failure: "did_not_happen" });
    expect(await actionRow(pool, proven.context.key)).toMatchObject({ failure: "did_not_happen", doubts: 0 });
  });

  it("records a success whose result the database refuses", async () => {
    const attempt = await startAttempt(open("w"), testIntent());
    expect(await attempt.finish("a\0b")).toBeNull();
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({
      status: "succeeded",
      result_omitted: expect.stringContaining("22P05"),
    });
  });

  it("hears a late success", async () => {
    const attempt = await startAttempt(open("slow"), testIntent(), { timeoutMs: 1 });
    await reap();
    expect(await attempt.finish("sent")).toBe("sent");
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ settled_by: "late_worker", late_attempt: 1 });
  });

  it("works released actions", async () => {
    const kind = `kind-${testIntent().runId}`;
    const attempt = await startAttempt(open("w"), testIntent({ kind }));
    await attempt.fail(new Error("lost"));
    await releaseByPolicy(pool, attempt.context.key);
    const stop = new AbortController();
    await open("w").work({ [kind]: () => stop.abort() }, { signal: stop.signal, pollMs: 20 });
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ status: "succeeded", attempt: 2 });
  });

  it("refuses a taken step", async () => {
    const intent = testIntent();
    await open("w").perform(intent, () => 1);
    expect(await refusalOf(open("w").perform({ ...intent, payload: 2 }, () => 1))).toMatchObject({
      name: "StepTakenError",
    });
  });
});

describe("a Prisma transaction", () => {
  it("case 11: cannot hold a claim: its client is refused", async () => {
    const refused = await prisma().$transaction(async (tx) => {
      expect(() => openActionLog({ db: tx as never })).toThrow(/^db: /);
      return refusalOf(Promise.resolve().then(() => prismaDb(tx as never)));
    });
    expect(refused).toBeInstanceOf(TypeError);
  });

  it("case 11: that a slow effect outlasts does not take the claim with it", async () => {
    const intent = testIntent();
    const log = openActionLog({ db: prismaDb(prisma()) });
    const refused = await refusalOf(
      prisma().$transaction(
        async (tx) => {
          await tx.$queryRaw`select 1`;
          const done = await startAttempt(log, intent);
          await done.finish("sent");
          throw new Error("rolled back");
        },
        { timeout: 10_000 },
      ),
    );
    expect(refused.message).toBe("rolled back");
    expect(await log.perform(intent, () => "again")).toBe("sent");
  });
});

describe("an adapter", () => {
  it("is told from a client by its name", () => {
    const unnamed = { query: async () => [] };
    expect(() => openActionLog({ db: unnamed as never })).toThrow(/^db: /);
    const named: ActionLogDb = { adapter: "mine", query: async () => [] };
    expect(openActionLog({ db: named })).toBeDefined();
  });
});
