import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { readEvidence } from "#lib/verification/index.ts";
import { minutesAgo, seedFailed, setPolicy } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { CHAT_SECRET, FakeChat } from "#tests/support/fake-provider/chat.ts";
import { actionRow, attemptRows, auditActions, reviewRows } from "#tests/support/rows.ts";
import { chatRule, KIND, makeDue, seedDue, seedStale, verifyKind } from "./setting.ts";

const { pool } = testDatabase();
let chat: FakeChat;

beforeAll(async () => {
  chat = await FakeChat.start();
});
afterAll(async () => chat[Symbol.asyncDispose]());
beforeEach(async () => {
  chat.instead = () => false;
  chat.questions.length = 0;
  await verifyKind(pool, chatRule(chat));
});

async function secondsUntilCheck(key: string, from: string): Promise<number> {
  const { rows } = await pool.query(
    `select round(extract(epoch from next_check_at - ${from}))::int as seconds from action_log where key = $1`,
    [key],
  );
  return rows[0].seconds;
}

describe("an attempt in doubt of a kind that is verified", () => {
  it("is scheduled for after its deadline and the quiet time, and nobody is asked before", async () => {
    const key = await seedStale(pool, { deadline_at: minutesAgo(0) });

    expect(await runPass()).toMatchObject({ fetched: 1, checked: 1, asked: 0 });
    expect((await runPass()).fetched).toBe(0);

    expect(await actionRow(pool, key)).toMatchObject({
      status: "failed",
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
      checks: 0,
    });
    expect(await secondsUntilCheck(key, "deadline_at")).toBe(60);
    expect(await attemptRows(pool, key)).toMatchObject([{ outcome: "may_have_happened", ended_by: "reaper" }]);
    expect(await reviewRows(pool, key)).toEqual([]);
    expect(await auditActions(pool, key)).toEqual(["action.judged"]);
    expect(chat.questions).toEqual([]);
  });

  it("waits for the latest deadline of all attempts in doubt, not of those that are known", async () => {
    const key = await seedStale(pool, { attempt: 4, doubts: 2, deadline_at: minutesAgo(50) });
    await pool.query(
      `insert into action_attempt (action_key, attempt, claim_token, deadline_at, ended_by, outcome, late_outcome)
       values ($1, 1, gen_random_uuid(), now() + interval '10 minutes', 'reaper', 'may_have_happened', null),
         ($1, 2, gen_random_uuid(), now() + interval '20 minutes', 'reaper', 'did_not_happen', null),
         ($1, 3, gen_random_uuid(), now() + interval '30 minutes', 'reaper', 'may_have_happened', 'did_not_happen')`,
      [key],
    );
    await runPass();
    expect(await secondsUntilCheck(key, "now()")).toBe(11 * 60);
  });

  it("that a worker reported, is counted from the report where that came after the deadline", async () => {
    const key = await seedFailed(pool, { kind: KIND, completed_at: minutesAgo(0) });
    await pool.query(
      `insert into action_attempt (action_key, attempt, claim_token, deadline_at, ended_at, ended_by, outcome)
       select key, 1, claim_token, deadline_at, completed_at, 'worker', 'may_have_happened' from action_log where key = $1`,
      [key],
    );
    await runPass();
    expect(await secondsUntilCheck(key, "completed_at")).toBe(60);
  });

  it("that came from a seven-column worker, is counted from now", async () => {
    const key = await seedFailed(pool, { kind: KIND, failure: null, doubts: 0, deadline_at: null, claim_token: null });
    await runPass();
    expect(await actionRow(pool, key)).toMatchObject({ doubts: 1, failure: "may_have_happened" });
    expect(await secondsUntilCheck(key, "now()")).toBe(60);
  });
});

describe("a provider that knows it", () => {
  it("settles the action with what it says, without a person", async () => {
    const key = await seedDue(pool);
    await chat.post({ channel: "#sales", text: "Hello", client_id: key });

    expect(await runPass()).toMatchObject({ fetched: 1, settled: 1 });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "verification",
      failure: null,
      result: { client_id: key, text: "Hello" },
      next_check_at: null,
      late_attempt: null,
      duplicate: null,
    });
    expect(await reviewRows(pool, key)).toEqual([]);
    expect(await auditActions(pool, key)).toEqual(["action.verified"]);
    expect(await readEvidence(key)).toMatchObject([
      {
        attempt: 1,
        answer: "landed",
        consequence: "settled",
        evidence: {
          status: 200,
          matched: ["status 200", "/ok is true", "/messages/0/client_id is the action's key"],
          excerpt: expect.stringContaining(key),
        },
      },
    ]);
  });
});

describe("a provider that knows nothing of it", () => {
  it("releases the action for one more attempt", async () => {
    const key = await seedDue(pool);

    expect(await runPass()).toMatchObject({ fetched: 1, released: 1 });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "released",
      release_reason: "absent",
      claim_token: null,
      failure: "may_have_happened",
      doubts: 1,
      next_check_at: null,
      completed_at: null,
    });
    expect(await reviewRows(pool, key)).toEqual([]);
    expect(await auditActions(pool, key)).toEqual(["action.released"]);
    expect(await readEvidence(key)).toMatchObject([{ answer: "absent", consequence: "released" }]);
  });

  it.each([
    ["no payload", { payload: null, payload_hash: null }, {}, "no_payload"],
    ["no attempts left", { attempt: 3 }, {}, "attempts_used"],
    ["no signature", {}, { gate: "before_send" }, "never_signed"],
    ["a worker's word that it is pointless", { error: JSON.stringify({ permanent: true }) }, {}, "failed_for_good"],
  ])("leaves an action with %s to a person, who is told", async (_what, columns, rules, cause) => {
    await verifyKind(pool, chatRule(chat), rules);
    const key = await seedDue(pool, columns);

    expect(await runPass()).toMatchObject({ fetched: 1, asked: 1 });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "failed",
      failure: "may_have_happened",
      next_check_at: null,
    });
    expect(await reviewRows(pool, key)).toMatchObject([
      { state: "open", cause, reason: expect.stringContaining("The provider was asked, and knows nothing of it.") },
    ]);
    expect(await readEvidence(key)).toMatchObject([{ answer: "absent", consequence: "asked" }]);
  });

  it("proves nothing by a rule that changed after the claim", async () => {
    const key = await seedDue(pool, { attempted_at: minutesAgo(120) });
    const inForce = (version: number, rule: object, minutes: number) =>
      pool.query(
        `insert into policy_revision (kind, version, fields, proposed_by, effective_at) values ($1, $2, $3, 'ada', $4)`,
        [KIND, version, { recovery: "verify", verify: rule }, minutesAgo(minutes)],
      );
    await inForce(40, chatRule(chat, { absent: { status: [404] } }), 600);
    await inForce(41, chatRule(chat), 30);
    await pool.query("update policy set version = 41, effective_at = $2 where kind = $1", [KIND, minutesAgo(30)]);

    expect(await runPass()).toMatchObject({ fetched: 1, checked: 1, released: 0 });

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", checks: 1 });
    expect(await readEvidence(key)).toMatchObject([
      {
        answer: "absent",
        consequence: "try_again",
        evidence: { problem: expect.stringContaining("rule has changed") },
      },
    ]);
  });
});

describe("a provider that says nothing clear", () => {
  it("is asked again, each time later, and then a person is", async () => {
    chat.instead = (response) => (response.writeHead(503).end("busy"), true);
    const key = await seedDue(pool);

    expect(await runPass()).toMatchObject({ fetched: 1, checked: 1 });
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", checks: 1 });
    expect(await secondsUntilCheck(key, "now()")).toBe(60);
    expect((await runPass()).fetched).toBe(0);
    await makeDue(pool, key);
    await runPass();
    expect(await secondsUntilCheck(key, "now()")).toBe(120);
    expect(await reviewRows(pool, key)).toEqual([]);
    await makeDue(pool, key);
    expect(await runPass()).toMatchObject({ fetched: 1, asked: 1 });

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", checks: 3, next_check_at: null, doubts: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([
      { state: "open", cause: "checks_used", reason: expect.stringContaining("gave no clear answer") },
    ]);
    expect(chat.questions).toEqual([key, key, key]);
    expect((await readEvidence(key)).map(({ consequence }) => consequence)).toEqual([
      "asked",
      "try_again",
      "try_again",
    ]);
    expect((await runPass()).fetched).toBe(0);
  });
});

it.each([
  ["is asked about by now", { recovery: "ask" }, "failed_in_doubt"],
  ["has lost its rule", { recovery: "verify" }, "no_check"],
  ["has a rule that cannot be read", { recovery: "verify", verify: JSON.stringify({ url: "x" }) }, "broken_policy"],
])(
  "a due check of a kind that %s goes before a person, and the provider is left alone",
  async (_what, columns, cause) => {
    await setPolicy(pool, KIND, columns);
    const key = await seedDue(pool);
    expect(await runPass()).toMatchObject({ fetched: 1, asked: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ cause }]);
    expect(chat.questions).toEqual([]);
  },
);

it("a due check of a paused kind waits, and the provider is left alone", async () => {
  await verifyKind(pool, chatRule(chat), { paused: true });
  const key = await seedDue(pool);
  expect(await runPass()).toMatchObject({ fetched: 1, waiting: 1 });
  expect(await actionRow(pool, key)).toMatchObject({ status: "failed", checks: 0 });
  expect(chat.questions).toEqual([]);
  await pool.query("update action_log set next_check_at = null where key = $1", [key]);
});

it("the secret stands in no table, and a question that could not be put says why", async () => {
  chat.instead = (response) => (response.end(JSON.stringify({ echo: `Bearer ${CHAT_SECRET}` })), true);
  const echoed = await seedDue(pool);
  await runPass();
  delete process.env["NOTWICE_SECRET_CHAT"];
  const unset = await seedDue(pool);
  await runPass();
  process.env["NOTWICE_SECRET_CHAT"] = CHAT_SECRET;

  expect(await readEvidence(echoed)).toMatchObject([{ evidence: { excerpt: '{"echo":"Bearer [secret]"}' } }]);
  expect(await readEvidence(unset)).toMatchObject([{ evidence: { problem: "NOTWICE_SECRET_CHAT is not set." } }]);
  for (const table of [
    "verification",
    "audit_log",
    "reaper_run",
    "policy",
    "policy_revision",
    "action_log",
    "review",
  ]) {
    const { rows } = await pool.query(`select 1 from ${table} t where strpos(t::text, $1) > 0`, [CHAT_SECRET]);
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
});
