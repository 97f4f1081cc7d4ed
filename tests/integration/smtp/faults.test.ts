import { NotExecuted } from "@notwice/once";
import { SmtpDoubtError } from "@notwice/once/smtp";
import { describe, expect, test } from "vitest";
import { attempt } from "#tests/support/smtp/attempt.ts";
import type { SmtpScript } from "#tests/support/smtp/script.ts";

interface Fault {
  what: string;
  script: SmtpScript;
  error: { phase: string; code?: string; permanent?: boolean };
}

const BEFORE_THE_MESSAGE: Fault[] = [
  { what: "no greeting", script: { at: { connect: ["hang"] } }, error: { phase: "connected", code: "ETIMEDOUT" } },
  {
    what: "closed instead of a greeting",
    script: { at: { connect: ["close"] } },
    error: { phase: "connected", code: "ECONNECTION" },
  },
  {
    what: "554 as greeting",
    script: { at: { connect: ["554 No service"] } },
    error: { phase: "connected", code: "554", permanent: true },
  },
  { what: "421 to EHLO", script: { at: { ehlo: ["421 Busy", "close"] } }, error: { phase: "connected", code: "421" } },
  { what: "hang at MAIL", script: { at: { mail: ["hang"] } }, error: { phase: "greeted", code: "ETIMEDOUT" } },
  { what: "closed at MAIL", script: { at: { mail: ["close"] } }, error: { phase: "greeted", code: "ECONNECTION" } },
  { what: "reset at MAIL", script: { at: { mail: ["reset"] } }, error: { phase: "greeted" } },
  {
    what: "550 to MAIL",
    script: { at: { mail: ["550 Not you"] } },
    error: { phase: "greeted", code: "550", permanent: true },
  },
  {
    what: "421 to MAIL",
    script: { at: { mail: ["421 Going down", "close"] } },
    error: { phase: "greeted", code: "421" },
  },
  {
    what: "550 to RCPT",
    script: { at: { rcpt: ["550 No such user"] } },
    error: { phase: "sender_ok", code: "550", permanent: true },
  },
  { what: "451 to RCPT", script: { at: { rcpt: ["451 Greylisted"] } }, error: { phase: "sender_ok", code: "451" } },
  { what: "hang at RCPT", script: { at: { rcpt: ["hang"] } }, error: { phase: "sender_ok", code: "ETIMEDOUT" } },
  { what: "reset at RCPT", script: { at: { rcpt: ["reset"] } }, error: { phase: "sender_ok" } },
  { what: "hang at DATA", script: { at: { data: ["hang"] } }, error: { phase: "recipient_ok", code: "ETIMEDOUT" } },
  {
    what: "closed at DATA",
    script: { at: { data: ["close"] } },
    error: { phase: "recipient_ok", code: "ECONNECTION" },
  },
  {
    what: "503 to DATA",
    script: { at: { data: ["503 Bad sequence"] } },
    error: { phase: "recipient_ok", code: "503", permanent: false },
  },
  {
    what: "554 to DATA",
    script: { at: { data: ["554 No valid recipients"] } },
    error: { phase: "recipient_ok", code: "554", permanent: true },
  },
  {
    what: "pipelined, 550 to RCPT and 354 to DATA",
    script: { extensions: ["PIPELINING"], at: { rcpt: ["550 No such user"] } },
    error: { phase: "sender_ok", code: "550", permanent: true },
  },
  {
    what: "pipelined, hang at MAIL",
    script: { extensions: ["PIPELINING"], at: { mail: ["hang"], rcpt: ["hang"], data: ["hang"] } },
    error: { phase: "greeted", code: "ETIMEDOUT" },
  },
  {
    what: "pipelined, 421 to MAIL",
    script: { extensions: ["PIPELINING"], at: { mail: ["421 Going down", "close"], rcpt: [], data: [] } },
    error: { phase: "greeted", code: "421" },
  },
];

describe.concurrent("before the first byte of the message: proof that nothing was sent", () => {
  test.each(BEFORE_THE_MESSAGE)("$what", async ({ script, error }) => {
    const outcome = await attempt(script);
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ permanent: false, ...error });
    expect(outcome.begun).toBe(0);
  });

  test("nobody listens", async () => {
    const outcome = await attempt({}, { options: { port: 1 } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ phase: "connecting", code: "ESOCKET" });
  });

  test("535 to AUTH", async () => {
    const script = { extensions: ["AUTH PLAIN"], at: { auth: ["535 Wrong password"] } };
    const outcome = await attempt(script, { options: { auth: { user: "maya", pass: "wrong" } } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ phase: "greeted", code: "535", permanent: true });
  });
});

const REFUSED_AT_THE_DOT: Fault[] = [
  {
    what: "451",
    script: { at: { dot: ["451 Try later"] }, accepts: false },
    error: { phase: "replied", code: "451", permanent: false },
  },
  {
    what: "554",
    script: { at: { dot: ["554 Spam"] }, accepts: false },
    error: { phase: "replied", code: "554", permanent: true },
  },
];

describe.concurrent("a reply to the dot that says no: proof", () => {
  test.each(REFUSED_AT_THE_DOT)("$what", async ({ script, error }) => {
    const outcome = await attempt(script);
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject(error);
    expect(outcome).toMatchObject({ begun: 1, accepted: 0 });
  });
});

const SILENT_AFTER_THE_DOT: Fault[] = [
  { what: "reset", script: { at: { dot: ["reset"] } }, error: { phase: "body_sent" } },
  { what: "hang", script: { at: { dot: ["hang"] } }, error: { phase: "body_sent", code: "ETIMEDOUT" } },
  { what: "closed", script: { at: { dot: ["close"] } }, error: { phase: "body_sent", code: "ECONNECTION" } },
  { what: "421", script: { at: { dot: ["421 Going down", "close"] } }, error: { phase: "replied", code: "421" } },
];

describe.concurrent("after the dot without an answer to believe: doubt, whatever the server did", () => {
  for (const accepts of [true, false]) {
    test.each(SILENT_AFTER_THE_DOT)(`$what, and the server took it: ${accepts}`, async ({ script, error }) => {
      const outcome = await attempt({ ...script, accepts });
      expect(outcome.error).toBeInstanceOf(SmtpDoubtError);
      expect(outcome.error).toMatchObject(error);
      expect(outcome).toMatchObject({ begun: 1, accepted: accepts ? 1 : 0 });
    });
  }

  test("250 and then the connection is lost: it happened", async () => {
    const outcome = await attempt({ at: { dot: ["250 Taken as 1", "reset"] } });
    expect(outcome.receipt).toMatchObject({ response: "250 Taken as 1" });
    expect(outcome.accepted).toBe(1);
  });
});
