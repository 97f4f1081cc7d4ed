import { beforeEach, expect, it } from "vitest";
import { saveMyPreferences } from "#lib/notifications/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, stuckCase } from "#tests/support/desk.ts";
import { openMailServer } from "./mail-server.ts";
import { clear, makeDue, outbox, tell, tellAll } from "./outbox.ts";

const { pool } = testDatabase();
beforeEach(() => clear(pool));

/** The actions are written past their triggers, which check what a worker claims and take most of the time. */
async function openReviews(count: number, kind: string): Promise<void> {
  const client = await pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into action_log (key, run_id, kind, status, attempt, failure, doubts, judged_attempt, completed_at)
     select $2 || '-' || n, 'run-' || $2 || n, $2, 'failed', 1, 'may_have_happened', 1, 1, now()
     from generate_series(1, $1::int) n`,
    [count, kind],
  );
  await client.query("reset session_replication_role");
  client.release();
  await pool.query(
    `insert into review (action_key, attempt, cause, reason)
     select $2 || '-' || n, 1, 'stale', 'Seeded.' from generate_series(1, $1::int) n`,
    [count, kind],
  );
}

it("each kind is a message of its own, and joins the one that gathers", async () => {
  const { mails } = await openMailServer();
  await person(pool, "Bo", "operator");
  await openReviews(3, "create_invoice");
  await openReviews(2, "post_message");
  await tell();
  await openReviews(4, "send_sms");
  await openReviews(1, "refund");
  await stuckCase(pool, { kind: "create_invoice" });
  await tell();
  await makeDue(pool);
  await tell();
  expect(mails.map(({ subject }) => subject ?? "").toSorted()).toEqual([
    "2 post_message actions wait for a decision",
    "4 create_invoice actions wait for a decision",
    "4 send_sms actions wait for a decision",
    "A decision is needed: refund (may duplicate)",
  ]);
});

it("a person who wants no mail gets none, and one who wants a summary gets one a day", async () => {
  const { mails } = await openMailServer();
  const off = await person(pool, "Off", "operator");
  const daily = await person(pool, "Daily", "operator");
  await saveMyPreferences(off, { preferences: { review_opened: "off" } });
  await saveMyPreferences(daily, { preferences: { review_opened: "digest" } });
  await stuckCase(pool);
  await tell();
  await openReviews(4, "summed");
  await tell();

  expect(await outbox(pool, off.id)).toEqual([]);
  const [digest, ...more] = await outbox(pool, daily.id);
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ event: "digest", kind: "", count: 5, counts: { review_opened: 5 }, state: "due" });
  const { rows } = await pool.query("select due_at at time zone 'UTC' as due from notification where event = 'digest'");
  expect(String(rows[0]?.due)).toContain("07:00:00");

  await makeDue(pool);
  await tell();
  expect(mails.map(({ to, subject }) => [JSON.stringify(to).includes(daily.email), subject])).toEqual([
    [true, expect.stringMatching(/^Daily summary: [\d,]+ actions? to decide, 0 requests to sign off$/)],
  ]);
  expect(mails[0]?.text).toContain("Needs a decision: 5 new");
});

it("what is older than a day when mail is switched on is told to nobody", async () => {
  await openMailServer();
  await person(pool, "Bo", "operator");
  await stuckCase(pool, { openedAt: new Date(Date.now() - 25 * 3_600_000).toISOString() });
  await tellAll(pool);
  expect(await outbox(pool)).toEqual([]);
  const { rows } = await pool.query("select count(*)::int as untold from review where told_at is null");
  expect(rows).toEqual([{ untold: 0 }]);
});

it("without a mail server or a webhook nothing is marked", async () => {
  await person(pool, "Bo", "operator");
  const { reviewId } = await stuckCase(pool);
  expect(await tell()).toEqual({ sent: 0, refused: 0, inDoubt: 0, stoppedBy: "done" });
  const { rows } = await pool.query("select told_at from review where id = $1", [reviewId]);
  expect(rows).toEqual([{ told_at: null }]);
});

it("100,000 stale rows are one message to each operator", async () => {
  const { mails } = await openMailServer();
  await person(pool, "Bo", "operator");
  await person(pool, "Olga", "operator");
  await openReviews(100_000, "send_email");
  const before = process.memoryUsage().heapUsed;

  await tell();
  expect(await outbox(pool)).toMatchObject([{ count: 100_000 }, { count: 100_000 }]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024);
  await makeDue(pool);
  expect(await tell()).toMatchObject({ sent: 2 });

  for (const mail of mails) {
    expect(mail.subject).toBe("100,000 send_email actions wait for a decision");
    expect(mail.text).toContain("/queue?tab=needs_decision&kind=send_email");
    expect(mail.text).toMatch(/The oldest: e-mail to ana@acme.test, since \d+ \w+ 2\d{3}, [\d:]{8} UTC/);
  }
  expect(await tellAll(pool)).toMatchObject({ sent: 0 });
}, 120_000);
