import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { messagesAt, type RunningAgent, type RunningSink, startAgent, startSink } from "#tests/support/demo.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";

const { pool, url } = testDatabase();
const PATIENCE = { timeout: 90_000, interval: 100 };
// Longer than a send on a busy machine; it is also what the slowest of these tests waits for.
const STALE_AFTER_SECONDS = 5;

vi.setConfig({ testTimeout: 100_000 });

/** Each of these runs is struck at its introduction; run 7 is not. */
const CHAOS = {
  before_claim: [1],
  before_begin: [2],
  after_begin: [3],
  after_accept: [4],
  reset_after_dot: [5],
  after_record: [6],
} as const;

interface Introduction {
  key: string;
  status: string;
  attempt: number;
  failure: string | null;
  messageId: string;
  /** Reviews of it that are not closed. */
  open: number;
}

let sink: RunningSink;
let agent: RunningAgent;

beforeAll(async () => {
  await pool.query(
    `insert into policy (kind, recovery, stale_after_seconds, hold_seconds, backoff_seconds)
     select kind, 'ask', $1, 0, 1 from unnest(array['send_email', 'post_message']) kind
     on conflict (kind) do update set stale_after_seconds = $1, hold_seconds = 0, backoff_seconds = 1`,
    [STALE_AFTER_SECONDS],
  );
  sink = await startSink();
  agent = startAgent({ databaseUrl: url, sink, runs: 7, chaos: CHAOS });
});

afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

async function introductionOf(run: number): Promise<Introduction | undefined> {
  const { rows } = await pool.query<Introduction>(
    `select key, status, attempt, failure, payload::jsonb ->> 'messageId' as "messageId",
       (select count(*)::int from review where action_key = key and state <> 'closed') as open
     from action_log where run_id like 'outreach-%-' || $1::int and step = 1`,
    [run],
  );
  return rows[0];
}

/** Lets the reaper pass until the introduction of the run has become what it should. */
async function becomes(run: number, expected: Partial<Introduction>): Promise<number> {
  const read = async () => {
    await reap();
    return introductionOf(run);
  };
  await expect.poll(read, PATIENCE).toMatchObject(expected);
  return timesReceived(await introductionOf(run));
}

function timesReceived(introduction: Introduction | undefined): number {
  return messagesAt(sink).get(introduction?.messageId ?? "")?.length ?? 0;
}

describe("an agent that dies", () => {
  test.each([1, 6, 7])("before the claim, after the record or not at all sends run %i once, unasked", async (run) => {
    expect(await becomes(run, { status: "succeeded", attempt: 1, open: 0 })).toBe(1);
  });

  test("before begin() sends by itself once the reaper has looked", async () => {
    expect(await becomes(2, { status: "succeeded", attempt: 2, open: 0 })).toBe(1);
  });

  test.each([
    [3, "after begin()", 0],
    [4, "after the sink took the message", 1],
    [5, "or whose connection dies, after the dot", 1],
  ])("run %i, %s, sends nothing more and asks a person", async (run, _, received) => {
    expect(await becomes(run, { status: "failed", failure: "may_have_happened", open: 1 })).toBe(received);
    await expect.poll(() => agent.jobs()[run - 1]?.state, PATIENCE).toBe("parked");
    expect(timesReceived(await introductionOf(run))).toBe(received);
  });

  test("died as often as it was told to, and acknowledged what went through", async () => {
    expect(agent.deaths()).toBe(5);
    await expect
      .poll(() => [1, 2, 6, 7].map((run) => agent.jobs()[run - 1]?.state), PATIENCE)
      .toEqual(Array(4).fill("finished"));
  });
});

describe("a person decides", () => {
  test("an approved resend sends the same message again, once, and the run goes on", async () => {
    const asked = await introductionOf(4);
    const { rows } = await pool.query<{ id: string }>("select id from review where action_key = $1", [asked?.key]);
    const stuck = { key: asked?.key ?? "", reviewId: rows[0]?.id ?? "" };
    const operator = await person(pool, "Bo", "operator");
    const approver = await person(pool, "Cara", "approver");
    const request = { type: "resend", reason: "Ann has nothing", ...(await seenOf(pool, stuck)) } as const;
    const { requestId } = await createRequest(operator, stuck.reviewId, request);
    expect(timesReceived(asked)).toBe(1);
    await signOff(approver, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
    expect(await becomes(4, { status: "succeeded", attempt: 2, open: 0 })).toBe(2);
    await expect.poll(() => agent.jobs()[3]?.state, PATIENCE).toBe("finished");
  });
});
