import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { claimDue } from "#lib/notifications/sql/outbox/claim-due.ts";
import { recordRefused, recordSending, recordSent } from "#lib/notifications/sql/outbox/record-sending.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, stuckCase } from "#tests/support/desk.ts";
import { closedPort, mailGoesTo, openMailServer } from "./mail-server.ts";
import { clear, makeDue, outbox, tell, tellAll } from "./outbox.ts";

const { pool } = testDatabase();
beforeEach(() => clear(pool));

it("five reapers at once send one message to each", async () => {
  const { mails } = await openMailServer();
  const people = [await person(pool, "Bo", "operator"), await person(pool, "Olga", "operator")];
  for (let n = 0; n < 30; n += 1) await stuckCase(pool);
  await Promise.all(Array.from({ length: 5 }, tell));
  await makeDue(pool);
  await Promise.all(Array.from({ length: 5 }, tell));
  expect(mails.map(({ subject }) => subject)).toEqual(people.map(() => "30 send_email actions wait for a decision"));
  expect(await outbox(pool)).toMatchObject(people.map(() => ({ count: 30, state: "sent", tries: 1 })));
});

describe("a reaper killed", () => {
  it("after the message left may have sent it, says so, and no other sends it again", async () => {
    const { mails, arrived, port } = await openMailServer(() => "hang");
    const bo = await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tell();
    await makeDue(pool);
    const env = { ...process.env, SMTP_URL: `smtp://127.0.0.1:${port}` };
    const child = spawn(process.execPath, ["scripts/reap.ts", "--once"], { stdio: "ignore", env });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exited = once(child, "exit");
    await arrived;
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "sending", tries: 1 }]);
    child.kill("SIGKILL");
    await exited;

    await openMailServer();
    expect(await tell()).toMatchObject({ sent: 0, inDoubt: 0 });
    await pool.query("update notification set sending_at = sending_at - interval '6 minutes'");
    expect(await tell()).toMatchObject({ sent: 0, inDoubt: 1 });
    expect(await tellAll(pool)).toMatchObject({ sent: 0, inDoubt: 0 });

    expect(mails).toHaveLength(1);
    const [row] = await outbox(pool, bo.id);
    expect(row).toMatchObject({ state: "in_doubt", message_id: mails[0]?.messageId });
    expect(row?.error).toBe("The process ended while it was sending. It may have been sent, and is not sent again.");
  }, 120_000);

  it("between its claim and the first byte is made up for", async () => {
    const { mails } = await openMailServer();
    await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tell();
    await makeDue(pool);
    expect(await claimDue(10, { channel: "mail" })).toHaveLength(1);
    expect(await tell()).toMatchObject({ sent: 0 });
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 1 });
    expect(mails).toHaveLength(1);
  });
});

describe("a mail server", () => {
  it("that is down is tried again later with the same Message-ID, and what comes meanwhile is a message of its own", async () => {
    mailGoesTo(await closedPort());
    const bo = await person(pool, "Bo", "operator");
    await stuckCase(pool);
    expect(await tellAll(pool)).toMatchObject({ sent: 0, refused: 1, inDoubt: 0 });
    const [waiting] = await outbox(pool, bo.id);
    expect(waiting).toMatchObject({ state: "due", tries: 1, error: expect.stringContaining("ECONNREFUSED") });
    expect(waiting?.due_in).toBeGreaterThan(100);

    const { mails } = await openMailServer();
    await stuckCase(pool);
    await tell();
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 2 });
    expect(await outbox(pool, bo.id)).toMatchObject([
      { state: "sent", tries: 2, count: 1, error: null },
      { state: "sent", tries: 1, count: 1 },
    ]);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it("that refuses a message for good is not asked again, and one that says later is", async () => {
    const { mails } = await openMailServer((nth) => [550, 451][nth - 1] ?? "take");
    const bo = await person(pool, "Bo", "operator");
    const olga = await person(pool, "Olga", "operator");
    await stuckCase(pool);
    expect(await tellAll(pool)).toMatchObject({ sent: 0, refused: 2 });
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 1, refused: 0 });
    expect(mails).toHaveLength(1);
    const states = [...(await outbox(pool, bo.id)), ...(await outbox(pool, olga.id))].map(({ state }) => state);
    expect(states.toSorted()).toEqual(["refused", "sent"]);
  });

  it("that never can be reached is given up after eight tries", async () => {
    mailGoesTo(await closedPort());
    const bo = await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tell();
    for (let tries = 1; tries <= 8; tries += 1) {
      await makeDue(pool);
      await tell();
    }
    await makeDue(pool);
    expect(await tell()).toMatchObject({ refused: 0 });
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "refused", tries: 8 }]);
  });
});

describe("the statements themselves", () => {
  async function claimed() {
    await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tell();
    await makeDue(pool);
    const [row] = await claimDue(1, { channel: "mail" });
    if (!row) throw new Error("nothing was claimed");
    return { bo, row };
  }
  const FROZEN = { messageId: "<a@b>", toldRisk: null };

  it("let one try begin once, and only the latest", async () => {
    const { row } = await claimed();
    expect(await recordSending({ ...row, tries: 0 }, FROZEN)).toBe(false);
    expect(await recordSending(row, FROZEN)).toBe(true);
    expect(await recordSending(row, FROZEN)).toBe(false);
  });

  it("let only the try that is being sent say how it ended", async () => {
    const { bo, row } = await claimed();
    await recordSent(row);
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "due" }]);
    await recordSending(row, FROZEN);
    await recordSent({ ...row, tries: 7 });
    await recordRefused({ ...row, tries: 7 }, "no", true);
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "sending" }]);
    await recordSent(row);
    await recordRefused(row, "no", true);
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "sent", error: null }]);
  });
});
