import { ClaimLostError, NotExecuted } from "@notwice/once";
import { mailPayload, sendSmtp, SmtpDoubtError } from "@notwice/once/smtp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attempt } from "#tests/support/smtp/attempt.ts";
import { DRAFT, fakeContext } from "#tests/support/smtp/context.ts";
import { ScriptedSmtp } from "#tests/support/smtp/script.ts";

const LARGE_PAYLOAD = mailPayload({ ...DRAFT, text: "All work and no play.\n".repeat(200_000) });

describe("the point of no return", () => {
  test("begins between the server's 354 and the first byte of the message", async () => {
    await using server = await ScriptedSmtp.start();
    const heardAtBegin: string[][] = [];
    const context = fakeContext({ begin: async () => void heardAtBegin.push([...server.heard]) });
    const receipt = await sendSmtp(context, server);
    await server.quiet();
    expect(heardAtBegin).toEqual([["connect", "ehlo", "mail", "rcpt", "data"]]);
    expect(server.heard).toEqual([...(heardAtBegin[0] ?? []), "body", "dot", "quit"]);
    expect(receipt).toEqual({
      messageId: mailPayload(DRAFT).messageId,
      response: "250 Taken as 1",
      accepted: "127.0.0.1",
    });
  });

  test("a pipelining server gets no byte of the message before it either", async () => {
    await using server = await ScriptedSmtp.start({ extensions: ["PIPELINING", "SIZE 10485760"] });
    const heardAtBegin: string[][] = [];
    const context = fakeContext({ begin: async () => void heardAtBegin.push([...server.heard]) });
    await sendSmtp(context, server);
    expect(heardAtBegin).toEqual([["connect", "ehlo", "mail", "rcpt", "data"]]);
    expect(server.accepted).toHaveLength(1);
  });

  test("a refused begin() lets no byte and no dot out, and is what the caller gets", async () => {
    const refusal = new ClaimLostError("too late");
    const outcome = await attempt({}, { context: { begin: () => Promise.reject(refusal) } });
    expect(outcome.error).toBe(refusal);
    expect(outcome).toMatchObject({ begun: 1, accepted: 0, messageBytes: "" });
  });

  test("a begin() whose answer was lost is proof too: nothing left", async () => {
    const lost = new Error("Connection terminated unexpectedly");
    const outcome = await attempt({}, { context: { begin: () => Promise.reject(lost) } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ cause: lost });
    expect(outcome).toMatchObject({ accepted: 0, messageBytes: "" });
  });

  test("a connection lost while begin() commits: nothing left", async () => {
    await using server = await ScriptedSmtp.start({ at: { data: ["354 Go ahead", "close"] } });
    const context = fakeContext({ begin: () => server.quiet() });
    await expect(sendSmtp(context, server)).rejects.toMatchObject({ name: "NotExecuted", phase: "recipient_ok" });
    expect(context.begun).toBe(1);
    expect(server.messageBytes).toBe("");
  });

  test("does not leave begin() running behind the caller's back", async () => {
    const committing = Promise.withResolvers<void>();
    await using server = await ScriptedSmtp.start({ at: { data: ["354 Go ahead", "close"] } });
    let settled = false;
    const sent = sendSmtp(fakeContext({ begin: () => committing.promise }), server).catch(() => (settled = true));
    await server.quiet();
    expect(settled).toBe(false);
    committing.resolve();
    await sent;
    expect(settled).toBe(true);
  });
});

describe("time", () => {
  /** Sends until the server hangs at a point, and then takes the claim away. */
  async function loseClaimAt(point: "mail" | "dot"): Promise<unknown> {
    await using server = await ScriptedSmtp.start({ at: { [point]: ["hang"] } });
    const claim = new AbortController();
    const failed = sendSmtp(fakeContext({ signal: claim.signal }), server).catch((error: unknown) => error);
    await expect.poll(() => server.heard).toContain(point);
    claim.abort();
    return await failed;
  }

  test("the claim's end before the message stops the send, provably", async () => {
    const error = await loseClaimAt("mail");
    expect(error).toMatchObject({ name: "NotExecuted", phase: "greeted", code: "EABORT" });
  });

  test("the claim's end after the dot leaves doubt", async () => {
    const error = await loseClaimAt("dot");
    expect(error).toBeInstanceOf(SmtpDoubtError);
    expect(error).toMatchObject({ phase: "body_sent", code: "EABORT" });
  });

  test("the send's own total bounds a server that is slow at everything", async () => {
    const options = { totalTimeoutMs: 100, replyTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
    const outcome = await attempt({ at: { connect: ["hang"] } }, { options });
    expect(outcome.error).toMatchObject({ name: "NotExecuted", code: "EABORT" });
  });

  test("a claim that is already lost connects to nothing", async () => {
    const outcome = await attempt({}, { context: { signal: AbortSignal.abort() } });
    expect(outcome.error).toMatchObject({ name: "NotExecuted", phase: "connecting" });
  });

  test("time that ran out while begin() committed lets no byte out", async () => {
    const claim = new AbortController();
    const begin = () => Promise.resolve(claim.abort());
    const outcome = await attempt({}, { context: { signal: claim.signal, begin } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.messageBytes).toBe("");
  });
});

describe("a machine that slept", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test("between begin() and the message sends nothing: its timers stood still, its clock did not", async () => {
    const begin = () => Promise.resolve(void vi.setSystemTime(Date.now() + 30 * 60_000));
    const outcome = await attempt({}, { context: { begin } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.messageBytes).toBe("");
  });
});

describe("a server out of step", () => {
  test("an answer before begin() is not the answer to the dot", async () => {
    await using server = await ScriptedSmtp.start({ at: { data: ["354 Go ahead", "250 Taken already"] } });
    const context = fakeContext({ begin: () => server.quiet() });
    await expect(sendSmtp(context, server)).rejects.toMatchObject({ name: "NotExecuted", code: "EPROTOCOL" });
    expect(server.messageBytes).toBe("");
  });

  test("a 250 in the middle of the message is doubt, and the dot never leaves", async () => {
    const script = { at: { body: ["250 Taken already"] } };
    const outcome = await attempt(script, { context: { payload: LARGE_PAYLOAD } });
    expect(outcome.error).toBeInstanceOf(SmtpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "data_sent", code: "EPROTOCOL" });
    expect(outcome.accepted).toBe(0);
  });

  test("a 552 in the middle of the message is proof, and the dot never leaves", async () => {
    const script = { at: { body: ["552 Too much"] } };
    const outcome = await attempt(script, { context: { payload: LARGE_PAYLOAD } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ phase: "data_sent", code: "552", permanent: true });
    expect(outcome.accepted).toBe(0);
  });

  test("a connection reset in the middle of the message is doubt", async () => {
    const outcome = await attempt({ at: { body: ["reset"] } }, { context: { payload: LARGE_PAYLOAD } });
    expect(outcome.error).toBeInstanceOf(SmtpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "data_sent" });
  });
});
