import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { mailPayload } from "@notwice/once/smtp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { messagesAt, type RunningSink, startSink } from "#tests/support/demo.ts";
import { person, seenOf } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, reviewRows } from "#tests/support/rows.ts";
import { tokenSecret } from "#tests/support/workers/api-worker.ts";
import { liveApi } from "#tests/support/workers/live-api.ts";

/** Promised: where there is no python3 this fails, and does not look as if it had been tried. */
const PYTHON = "python3";
const WORKER = join(ROOT, "examples/python-worker/worker.py");

const { pool } = testDatabase();
const api = liveApi();
let secret: string;
let sink: RunningSink;

beforeAll(async () => {
  secret = await tokenSecret(pool, "python");
  sink = await startSink();
  await pool.query("update policy set hold_seconds = 0");
});

afterAll(async () => sink[Symbol.asyncDispose]());

type Ended = { code: unknown; signal: unknown; said: string };

async function python(args: string[], over: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(PYTHON, ["-B", WORKER, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NOTWICE_URL: api.url,
      NOTWICE_TOKEN: secret,
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(sink.port),
      ...over,
    },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code, signal] = await once(child, "close");
  return { code, signal, said };
}

function intentOf(runId: string) {
  const target = "lead@acme.test";
  const message = { from: "agent@outreach.test", to: target, subject: "From Python", text: "Once.", date: new Date(0) };
  return { runId, step: 0, kind: "send_email", target, payload: mailPayload({ runId, step: 0, ...message }) };
}

async function keyOf(runId: string): Promise<string> {
  const { rows } = await pool.query("select key from action_log where run_id = $1", [runId]);
  return rows[0]?.key;
}

function mailsOf({ payload }: ReturnType<typeof intentOf>): number {
  return messagesAt(sink).get(payload.messageId)?.length ?? 0;
}

const perform = (intent: object, over: Record<string, string> = {}) =>
  python(["perform", JSON.stringify(intent)], over);

describe("the worker in Python", () => {
  it("sends once, and delivered again takes the stored result", async () => {
    const intent = intentOf("python-plain");
    expect(await perform(intent)).toMatchObject({ code: 0, said: "" });
    const again = await perform(intent);
    expect([again.code, JSON.parse(again.said)]).toEqual([0, { result: { reply: expect.any(String) } }]);
    expect(mailsOf(intent)).toBe(1);
  });

  it("killed after its send and delivered again is held, until two people want it once more", async () => {
    const intent = intentOf("python-killed");
    expect(await perform(intent, { DIE_AFTER_SEND: "1" })).toMatchObject({ code: null, signal: "SIGKILL" });
    const atOnce = await perform(intent);
    expect([atOnce.code, JSON.parse(atOnce.said)]).toMatchObject([75, { error: "InFlightError" }]);
    const key = await keyOf(intent.runId);
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where key = $1", [key]);
    await reap();
    const held = await perform(intent);
    expect([held.code, JSON.parse(held.said)]).toMatchObject([76, { error: "HeldError" }]);
    expect(mailsOf(intent)).toBe(1);

    const [bo, cara] = [await person(pool, "Bo", "operator"), await person(pool, "Cara", "approver")];
    const reviewId = String((await reviewRows(pool, key))[0]?.["id"]);
    const asked = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, { key })) };
    const { requestId } = await createRequest(bo, reviewId, asked);
    await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, { key })) });

    expect(await python(["work"], { WORK_ONCE: "1" })).toMatchObject({ code: 0 });
    expect(await python(["work"], { WORK_ONCE: "1" })).toMatchObject({ code: 0 });
    expect(mailsOf(intent)).toBe(2);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, claimed_by: "python" });
  });

  it("knows proof from doubt: a server that is not there has sent nothing", async () => {
    const intent = intentOf("python-refused");
    expect((await perform(intent, { SMTP_PORT: "1" })).code).toBe(75);
    expect(await actionRow(pool, await keyOf(intent.runId))).toMatchObject({
      status: "failed",
      failure: "did_not_happen",
      error: { phase: "connecting" },
    });
    expect(mailsOf(intent)).toBe(0);
  });
});
