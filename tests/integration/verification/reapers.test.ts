import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { FakeChat } from "#tests/support/fake-provider/chat.ts";
import { actionRow, auditActions, reviewRows } from "#tests/support/rows.ts";
import { chatRule, makeDue, seedDue, verifyKind } from "./setting.ts";

const { pool } = testDatabase();
let chat: FakeChat;

beforeAll(async () => {
  chat = await FakeChat.start();
  await verifyKind(pool, chatRule(chat));
});
afterAll(async () => chat[Symbol.asyncDispose]());
beforeEach(() => {
  chat.questions.length = 0;
  chat.beforeAnswer = () => Promise.resolve();
  chat.instead = () => false;
});

/** Resolves for all once `parties` have come. */
function barrier(parties: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let missing = parties;
  return async () => {
    missing -= 1;
    if (missing === 0) all.resolve();
    await all.promise;
  };
}

it.each([2, 5])("%i passes that read the same 60 due rows ask once for each", async (passes) => {
  const keys = await Promise.all(Array.from({ length: 60 }, () => seedDue(pool)));
  // A third has landed, a third has not, and of a third the provider says nothing.
  await Promise.all(keys.slice(0, 20).map((key) => chat.post({ channel: "#a", text: "x", client_id: key })));
  const mute = new Set(keys.slice(40));
  chat.instead = (response) => mute.has(chat.questions.at(-1) ?? "") && (response.destroy(), true);
  chat.beforeAnswer = async (key) => {
    chat.instead = (response) => mute.has(key) && (response.destroy(), true);
  };
  const together = barrier(passes);
  let reads = 0;
  const ports = {
    judge,
    readPolicies: async (asked: readonly string[]) => {
      reads += 1;
      if (reads <= passes) await together();
      return readBindingPolicies(asked);
    },
  };

  const results = await Promise.all(Array.from({ length: passes }, () => runPass({}, ports)));

  expect(chat.questions.toSorted()).toEqual(keys.toSorted());
  const { rows } = await pool.query(
    `select a.status, a.settled_by, a.release_reason, a.checks, count(*)::int as actions,
       max((select count(*) from verification q where q.action_key = a.key))::int as questions,
       max((select count(*) from audit_log l where l.subject_id = a.key))::int as audited
     from action_log a where a.key = any($1) group by 1, 2, 3, 4 order by 1`,
    [keys],
  );
  expect(rows).toEqual([
    { status: "failed", settled_by: null, release_reason: null, checks: 1, actions: 20, questions: 1, audited: 0 },
    {
      status: "released",
      settled_by: null,
      release_reason: "absent",
      checks: 0,
      actions: 20,
      questions: 1,
      audited: 1,
    },
    {
      status: "succeeded",
      settled_by: "verification",
      release_reason: null,
      checks: 0,
      actions: 20,
      questions: 1,
      audited: 1,
    },
  ]);
  const total = (name: "fetched" | "settled" | "released" | "checked" | "overtaken") =>
    results.reduce((sum, one) => sum + one[name], 0);
  expect([total("settled"), total("released"), total("checked")]).toEqual([20, 20, 20]);
  expect(total("fetched")).toBe(60 + total("overtaken"));
});

it("a reaper that is killed while it asks decides nothing, and the next one asks again", async () => {
  const key = await seedDue(pool);
  const child = spawn(process.execPath, ["scripts/reap.ts", "--once"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const asked = Promise.withResolvers<void>();
  chat.beforeAnswer = async () => {
    chat.beforeAnswer = () => Promise.resolve();
    child.kill("SIGKILL");
    await once(child, "exit");
    asked.resolve();
  };
  await asked.promise;

  expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 1, checks: 0, revision: 1 });
  expect(await auditActions(pool, key)).toEqual([]);
  expect((await runPass()).fetched).toBe(0);
  await makeDue(pool, key);
  expect(await runPass()).toMatchObject({ released: 1 });
  const { rows } = await pool.query("select answer, consequence from verification where action_key = $1 order by id", [
    key,
  ]);
  expect(rows).toEqual([
    { answer: null, consequence: null },
    { answer: "absent", consequence: "released" },
  ]);
});

it("an answer that comes after another pass took the question over uses up no try", async () => {
  const key = await seedDue(pool);
  chat.instead = (response) => (response.writeHead(500).end(), true);
  chat.beforeAnswer = async () => {
    chat.beforeAnswer = () => Promise.resolve();
    await makeDue(pool, key);
    expect(await runPass()).toMatchObject({ checked: 1 });
  };

  expect(await runPass()).toMatchObject({ fetched: 1, overtaken: 1 });

  expect(await actionRow(pool, key)).toMatchObject({ checks: 1 });
  expect(await reviewRows(pool, key)).toEqual([]);
});

it("no question is put once the time of its step is over, and no row is lost by it", async () => {
  const keys = await Promise.all(Array.from({ length: 30 }, () => seedDue(pool)));
  const stop = new AbortController();
  chat.beforeAnswer = () => Promise.resolve(stop.abort());

  const cut = await runPass({ signal: stop.signal });

  expect(cut.stoppedBy).toBe("deadline");
  expect(cut.fetched).toBe(chat.questions.length);
  expect(cut.fetched).toBeLessThan(30);
  chat.beforeAnswer = () => Promise.resolve();
  expect((await runPass()).released).toBe(30 - cut.released);
  expect(chat.questions.toSorted()).toEqual(keys.toSorted());
});
