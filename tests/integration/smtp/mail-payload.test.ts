import { mailPayload, sendSmtp } from "@notwice/once/smtp";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { DRAFT, fakeContext } from "#tests/support/smtp/context.ts";
import { ScriptedSmtp } from "#tests/support/smtp/script.ts";

const BOTH_PARTS = { ...DRAFT, html: "<p>Hello <b>Ann</b>, grüß dich</p>" };

async function bytesOnTheWire(payload: unknown): Promise<string> {
  await using server = await ScriptedSmtp.start();
  await sendSmtp(fakeContext({ payload }), server);
  const [message] = server.accepted;
  if (message === undefined) throw new Error("nothing arrived");
  return message;
}

describe("what is frozen", () => {
  test("the same draft gives the same payload, whatever the form of its date", () => {
    const again = mailPayload({ ...DRAFT, date: new Date("2026-11-30T10:15:00.400+01:00") });
    expect(again).toEqual(mailPayload(DRAFT));
    expect(again.date).toBe("2026-11-30T09:15:00.000Z");
  });

  test.each([
    ["runId", { runId: "run-8" }],
    ["step", { step: 2 }],
    ["to", { to: "bob@acme.example" }],
    ["subject", { subject: "Another" }],
    ["text", { text: "Another" }],
    ["html", { html: "<p>Another</p>" }],
    ["replyTo", { replyTo: "sales@outreach.example" }],
    ["headers", { headers: { "List-Unsubscribe": "<https://outreach.example/u/1>" } }],
    ["date", { date: "2026-11-30T09:15:01.000Z" }],
  ])("another %s is another Message-ID", (_, change) => {
    expect(mailPayload({ ...DRAFT, ...change }).messageId).not.toBe(mailPayload(DRAFT).messageId);
  });

  test("survives the round trip through stored JSON", () => {
    const payload = mailPayload({ ...BOTH_PARTS, replyTo: "sales@outreach.example" });
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
  });

  test("two sends of one payload put the same bytes on the wire", async () => {
    const payload = mailPayload({ ...BOTH_PARTS, headers: { "List-Id": "intro.outreach.example" } });
    const first = await bytesOnTheWire(payload);
    expect(await bytesOnTheWire(JSON.parse(JSON.stringify(payload)))).toBe(first);
    expect(first).toContain("multipart/alternative");
  });

  test("arrives as it was written", async () => {
    const payload = mailPayload({ ...BOTH_PARTS, replyTo: "Sales <sales@outreach.example>" });
    const mail = await simpleParser(await bytesOnTheWire(payload));
    expect(mail).toMatchObject({ subject: DRAFT.subject, messageId: payload.messageId, date: new Date(payload.date) });
    expect(mail.html).toContain("grüß dich");
    expect(mail.replyTo?.text).toBe('"Sales" <sales@outreach.example>');
  });

  test("a line that begins with a dot is stuffed for the wire and stays whole", async () => {
    const wire = await bytesOnTheWire(mailPayload(DRAFT));
    expect(wire).toContain("\r\n..a line that begins with a dot\r\n");
  });
});

describe("what is refused by name, before anything happens", () => {
  test.each([
    ["to", { to: "ann@acme.example, bob@acme.example" }],
    ["to", { to: "Team: ann@acme.example, bob@acme.example;" }],
    ["to", { to: "bob@acme.example <ann@acme.example>" }],
    ["to", { to: "ann@acme.example\r\nBcc: bob@acme.example" }],
    ["to", { to: "" }],
    ["to", { to: "ann" }],
    ["to", { to: "änn@acme.example" }],
    ["from", { from: "maya@outreach.example\nTo: bob@acme.example" }],
    ["from", { from: "Maya\r\n <maya@outreach.example>" }],
    ["replyTo", { replyTo: "a@b.example, c@d.example" }],
    ["subject", { subject: "Hello\r\nBcc: bob@acme.example" }],
    ["subject", { subject: "Hello\u0000" }],
    ["headers.X-Campaign", { headers: { "X-Campaign": "1\r\nBcc: bob@acme.example" } }],
    ["headers.Bcc", { headers: { Bcc: "bob@acme.example" } }],
    ["headers.content-type", { headers: { "content-type": "text/evil" } }],
    ["headers", { headers: { "X Campaign": "1" } }],
    ["date", { date: "yesterday" }],
  ])("%s: %j", (field, change) => {
    expect(() => mailPayload({ ...DRAFT, ...change })).toThrow(TypeError);
    expect(() => mailPayload({ ...DRAFT, ...change })).toThrow(field);
  });

  test.each([
    ["payload", undefined],
    ["payload", "a string"],
    ["to", { ...mailPayload(DRAFT), to: ["ann@acme.example", "bob@acme.example"] }],
    ["text", { ...mailPayload(DRAFT), text: { path: "/etc/passwd" } }],
    ["messageId", { ...mailPayload(DRAFT), messageId: "7@outreach.example" }],
  ])("a stored payload with a bad %s sends nothing", async (field, payload) => {
    await using server = await ScriptedSmtp.start();
    const sent = sendSmtp(fakeContext({ payload }), server);
    await expect(sent).rejects.toThrow(TypeError);
    await expect(sent).rejects.toThrow(field);
    expect(server.heard).toEqual([]);
  });
});
