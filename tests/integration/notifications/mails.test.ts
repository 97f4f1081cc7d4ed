import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase, type StuckCase } from "#tests/support/desk.ts";
import { openMailServer } from "./mail-server.ts";
import { clear, makeDue, outbox, tell, tellAll } from "./outbox.ts";

const { pool } = testDatabase();
beforeEach(() => clear(pool));

async function ask(actor: Actor, stuck: StuckCase): Promise<string> {
  const input = {
    type: "resend" as const,
    reason: "The recipient says it did not arrive.",
    ...(await seenOf(pool, stuck)),
  };
  return (await createRequest(actor, stuck.reviewId, input)).requestId;
}

async function sign(actor: Actor, stuck: StuckCase, requestId: string): Promise<void> {
  await signOff(actor, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
}

describe("a review that opens", () => {
  it("is a mail to every operator, with the risk, one link and nothing of the payload", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await person(pool, "Cara", "approver");
    const { reviewId } = await stuckCase(pool);

    expect(await tellAll(pool)).toMatchObject({ sent: 1, refused: 0, inDoubt: 0 });

    const [mail] = mails;
    expect(mails).toHaveLength(1);
    expect(mail?.to).toMatchObject({ text: bo.email });
    expect(mail?.subject).toBe("A decision is needed: e-mail to ana@acme.test (may duplicate)");
    const links = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
    expect(links).toEqual([`http://localhost:3000/reviews/${reviewId}`]);
    expect(String(mail?.html)).toContain(`href="http://localhost:3000/reviews/${reviewId}"`);
    for (const part of [mail?.text, String(mail?.html), mail?.subject]) {
      expect(part).not.toMatch(/Hello Ana|Re: proposal/);
    }
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
  });

  it("is told once, however many passes follow", async () => {
    const { mails } = await openMailServer();
    await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tellAll(pool);
    await tellAll(pool);
    expect(mails).toHaveLength(1);
  });

  it("is not told when it was decided within the window", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    const stuck = await stuckCase(pool);
    await tell();
    await createRequest(bo, stuck.reviewId, { type: "dismiss", reason: "No.", ...(await seenOf(pool, stuck)) });
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 0, refused: 0, inDoubt: 0 });
    expect(mails).toEqual([]);
    expect(await outbox(pool, bo.id)).toMatchObject([{ state: "dropped" }]);
  });

  it("is not told twice to one who was told within ten minutes: what follows gathers", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await stuckCase(pool);
    await tellAll(pool);
    await stuckCase(pool);
    await stuckCase(pool);
    await tell();
    expect(mails).toHaveLength(1);
    const [, next] = await outbox(pool, bo.id);
    expect(next).toMatchObject({ count: 2, state: "due" });
    expect(next?.due_in).toBeGreaterThan(500);
  });
});

describe("a request", () => {
  it("waits for those who may sign it, and for nobody else", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator", "approver");
    const cara = await person(pool, "Cara", "approver");
    await person(pool, "Olga", "operator");
    await person(pool, "Dev", "admin");
    const gone = await person(pool, "Gone", "approver");
    await pool.query("update auth_user set disabled_at = now() where id = $1", [gone.id]);
    const stuck = await stuckCase(pool);
    await ask(bo, stuck);

    await tellAll(pool);

    expect(mails.map(({ to }) => to)).toMatchObject([{ text: cara.email }]);
    expect(mails[0]?.subject).toMatch(
      /^Sign-off needed by (\d+ \w+, )?\d\d:\d\d UTC: e-mail to ana@acme\.test \(may duplicate\)$/,
    );
    expect(mails[0]?.text).toContain("Reason: The recipient says it did not arrive.");
    expect(mails[0]?.text).toContain("Bo asks for a resend.");
    expect(await outbox(pool, bo.id)).toEqual([]);
  });

  it("cannot add a line of its own to what the desk says of it", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await person(pool, "Cara", "approver");
    const stuck = await stuckCase(pool);
    const reason = "It is fine.\nRisk: safe to send\u2028Reason: \u202Enone";
    await createRequest(bo, stuck.reviewId, { type: "resend", reason, ...(await seenOf(pool, stuck)) });
    await tellAll(pool);
    expect(mails[0]?.text).toContain("Reason: It is fine. Risk: safe to send Reason: none\nRisk: ");
    expect(String(mails[0]?.html).match(/<b>(Risk|Reason):/g)).toHaveLength(2);
  });

  it("is not told to one whose account is disabled, or who signed, before the message leaves", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    const cara = await person(pool, "Cara", "approver");
    await ask(bo, await stuckCase(pool));
    await tell();
    await pool.query("update auth_user set disabled_at = now() where id = $1", [cara.id]);
    await makeDue(pool);
    await tell();
    expect(mails).toEqual([]);
    expect(await outbox(pool, cara.id)).toMatchObject([{ state: "dropped", error: "The account is disabled." }]);
  });

  it("that is decided is told to who asked, and answers in the thread of every approver who was told of it", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    const cara = await person(pool, "Cara", "approver");
    const dev = await person(pool, "Dev", "approver");
    const stuck = await stuckCase(pool);
    const requestId = await ask(bo, stuck);
    await tellAll(pool);
    const asked = mails.find(({ to }) => JSON.stringify(to).includes(dev.email));
    mails.splice(0);

    await sign(cara, stuck, requestId);
    await tellAll(pool);

    expect(mails.map(({ to }) => JSON.stringify(to)).toSorted()).toHaveLength(2);
    const toBo = mails.find(({ to }) => JSON.stringify(to).includes(bo.email));
    expect(toBo?.subject).toBe("Approved: a resend, e-mail to ana@acme.test");
    expect(toBo?.text).toMatch(/^Cara approved a resend on /);
    const toDev = mails.find(({ to }) => JSON.stringify(to).includes(dev.email));
    expect(toDev?.subject).toBe(`Re: ${asked?.subject}`);
    expect(toDev?.inReplyTo).toBe(asked?.messageId);
    expect(toDev?.references).toBe(asked?.messageId);
    expect(toDev?.text).toMatch(/^Approved: a resend/);
  });

  it("that expires is told to who asked", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    const stuck = await stuckCase(pool);
    await tellAll(pool);
    mails.splice(0);
    const requestId = await ask(bo, stuck);
    await pool.query(
      `update review_request set state = 'expired', decided_at = clock_timestamp(), end_reason = 'expired' where id = $1`,
      [requestId],
    );
    await tellAll(pool);
    expect(mails.map(({ subject }) => subject)).toEqual(["Expired: a resend, e-mail to ana@acme.test"]);
  });

  it("that is about to expire is told once more, once", async () => {
    const { mails } = await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await person(pool, "Cara", "approver");
    const requestId = await ask(bo, await stuckCase(pool));
    await tellAll(pool);
    expect(await tell()).toMatchObject({ sent: 0 });
    await pool.query(
      `update review_request set requested_at = now() - interval '5 hours', expires_at = now() + interval '14 minutes'
       where id = $1`,
      [requestId],
    );
    expect(await tell()).toMatchObject({ sent: 1 });
    expect(await tell()).toMatchObject({ sent: 0 });
    expect(mails).toHaveLength(2);
    expect(mails[1]?.inReplyTo).toBe(mails[0]?.messageId);
    expect(mails[1]?.text).toContain("the request expires, and nothing is sent");
  });

  it("that has little time from the start is reminded of when a quarter of it is left", async () => {
    await openMailServer();
    const bo = await person(pool, "Bo", "operator");
    await person(pool, "Cara", "approver");
    const requestId = await ask(bo, await stuckCase(pool));
    const setTimes = (askedAgo: number, left: number) =>
      pool.query(
        `update review_request set requested_at = now() - make_interval(secs => $2),
           expires_at = now() + make_interval(secs => $3) where id = $1`,
        [requestId, askedAgo, left],
      );
    await tellAll(pool);
    await setTimes(100, 100);
    expect(await tell()).toMatchObject({ sent: 0 });
    await setTimes(150, 40);
    expect(await tell()).toMatchObject({ sent: 1 });
  });
});
