import { NotExecuted } from "@notwice/once";
import { classifySmtpError, SmtpDoubtError, type SmtpPhase } from "@notwice/once/smtp";
import { describe, expect, test } from "vitest";

function nodemailerError(code: string, command: string, responseCode?: number): Error {
  return Object.assign(new Error(code), { code, command, ...(responseCode && { responseCode }) });
}

const LOST = nodemailerError("ECONNECTION", "CONN");

describe("the same error, judged by how far the attempt got", () => {
  const before: SmtpPhase[] = ["connecting", "connected", "greeted", "sender_ok", "recipient_ok"];
  test.each(before)("%s: proof", (phase) => {
    expect(classifySmtpError(LOST, phase)).toBeInstanceOf(NotExecuted);
  });

  test.each<SmtpPhase>(["data_sent", "body_sent", "replied"])("%s: doubt", (phase) => {
    expect(classifySmtpError(LOST, phase)).toBeInstanceOf(SmtpDoubtError);
    expect(classifySmtpError(LOST, phase)).toMatchObject({ phase, code: "ECONNECTION", cause: LOST });
  });
});

describe("without a phase", () => {
  test.each([
    ["EAUTH", "AUTH PLAIN", 535, true],
    ["EENVELOPE", "MAIL FROM", 451, false],
    ["EENVELOPE", "RCPT TO", 550, true],
    ["EMESSAGE", "DATA", 554, true],
    ["EMESSAGE", "DATA", 451, false],
    ["ECONNECTION", "EHLO", 421, false],
  ])("%s to %s with %i is proof", (code, command, responseCode, permanent) => {
    const verdict = classifySmtpError(nodemailerError(code, command, responseCode));
    expect(verdict).toBeInstanceOf(NotExecuted);
    expect(verdict).toMatchObject({ permanent, code: String(responseCode) });
  });

  test.each([
    ["a lost connection", LOST],
    ["a reply line that answers no verb", nodemailerError("ECONNECTION", "CONN", 554)],
    ["421 at the dot", nodemailerError("EMESSAGE", "DATA", 421)],
    ["a positive reply in an error", nodemailerError("EPROTOCOL", "DATA", 250)],
    ["an unknown error", new Error("boom")],
    ["something that is no error", "boom"],
  ])("%s is doubt", (_, error) => {
    expect(classifySmtpError(error)).toBeInstanceOf(SmtpDoubtError);
  });
});
