import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { mailPayload, sendSmtp, SmtpDoubtError } from "@notwice/once/smtp";
import { describe, expect, test } from "vitest";
import { readMailbox } from "#lib/demo/index.ts";
import { messagesAt, startSink } from "#tests/support/demo.ts";
import { DRAFT, fakeContext } from "#tests/support/smtp/context.ts";
import { RESET_AFTER_DOT } from "../../../examples/outreach-agent/address.ts";

function send(port: number, payload = mailPayload(DRAFT), name = "test.example") {
  return sendSmtp(fakeContext({ payload }), { host: "127.0.0.1", port, name });
}

describe("the demo's sink", () => {
  test("has written a message down by the time it answers", async () => {
    await using sink = await startSink();
    const receipt = await send(sink.port);
    const [message] = messagesAt(sink).get(receipt.messageId) ?? [];
    expect(message).toMatchObject({
      from: "maya@outreach.example",
      to: "ann@acme.example",
      subject: DRAFT.subject,
      text: DRAFT.text,
    });
    expect(receipt.response).toContain(message?.id);
  });

  test("takes the message and resets, when the client's name asks for it", async () => {
    await using sink = await startSink();
    await expect(send(sink.port, mailPayload(DRAFT), RESET_AFTER_DOT)).rejects.toThrow(SmtpDoubtError);
    expect(messagesAt(sink).get(mailPayload(DRAFT).messageId)).toHaveLength(1);
  });
});

describe("the demo mailbox", () => {
  test("lists each Message-ID once, latest acceptance first, with every time it came", async () => {
    await using sink = await startSink();
    const [first, second] = [mailPayload(DRAFT), mailPayload({ ...DRAFT, to: "bob@acme.example" })];
    for (const payload of [first, second, first]) await send(sink.port, payload);
    const mailbox = await readMailbox({ NODE_ENV: "test", NOTWICE_DATA_DIR: sink.dataDir });
    expect(mailbox?.received).toBe(3);
    expect(mailbox?.entries.map(({ messageId, receivedAt }) => [messageId, receivedAt.length])).toEqual([
      [first.messageId, 2],
      [second.messageId, 1],
    ]);
    const [newest, oldest] = mailbox?.entries[0]?.receivedAt ?? [];
    expect(Date.parse(newest ?? "")).toBeGreaterThan(Date.parse(oldest ?? ""));
  });

  test("leaves out a line that is still being written", async () => {
    await using sink = await startSink();
    await send(sink.port);
    appendFileSync(join(sink.dataDir, "demo", "mailbox.jsonl"), '{"id":"half');
    expect(await readMailbox({ NODE_ENV: "test", NOTWICE_DATA_DIR: sink.dataDir })).toMatchObject({ received: 1 });
  });

  test("does not exist where no demo runs", async () => {
    await using sink = await startSink();
    const source = { NODE_ENV: "test", NOTWICE_DATA_DIR: sink.dataDir } as const;
    expect(await readMailbox(source)).toEqual({ entries: [], received: 0 });
    expect(await readMailbox({ ...source, NOTWICE_DATA_DIR: join(sink.dataDir, "other") })).toBeNull();
    expect(await readMailbox({ ...source, NOTWICE_DEMO: "off" })).toBeNull();
  });
});
