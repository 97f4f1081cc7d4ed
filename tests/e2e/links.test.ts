import { messagesAt } from "#tests/support/demo.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { type Desk, expect, test } from "./desk.ts";

test.use({ sendsMail: true });

const SCANNERS = [
  "Mozilla/5.0 (compatible; Microsoft-Outlook-SafeLinks)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Barracuda Sentinel (EE)",
];

/** Everything that a decision would change, row by row. */
async function decided(desk: Desk): Promise<unknown> {
  const tables = ["action_log", "review", "review_request", "sign_off", "policy", "policy_revision", "audit_log"];
  const rows = await Promise.all(
    tables.map((table) =>
      desk.pool.query(
        `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as all from ${table} t`,
      ),
    ),
  );
  return rows.map((result) => result.rows[0].all);
}

async function idOf(desk: Desk, email: string): Promise<string> {
  const { rows } = await desk.pool.query("select id from auth_user where email = $1", [email]);
  return rows[0].id;
}

async function requestFor(desk: Desk, reviewId: string, requestedBy: string): Promise<string> {
  const { rows } = await desk.pool.query(
    `insert into review_request (review_id, type, requested_by, reason, payload_hash, expires_at)
     select r.id, 'resend', $2, 'It did not arrive.', a.payload_hash, now() + interval '1 hour'
     from review r join action_log a on a.key = r.action_key where r.id = $1 returning id`,
    [reviewId, requestedBy],
  );
  return rows[0].id;
}

/** One message of every event: single ones, grouped ones, the answer and the test. */
async function makeNews(desk: Desk): Promise<void> {
  const operator = await idOf(desk, "operator@example.com");
  const single = await stuckCase(desk.pool, { kind: "send_email" });
  await stuckCase(desk.pool, { kind: "create_invoice" });
  await stuckCase(desk.pool, { kind: "create_invoice" });
  const twice = await stuckCase(desk.pool, { kind: "post_message" });
  await desk.pool.query("update action_log set duplicate = 'suspected', revision = revision + 1 where key = $1", [
    twice.key,
  ]);
  await requestFor(desk, single.reviewId, operator);
  const ended = await requestFor(desk, (await stuckCase(desk.pool, { kind: "refund" })).reviewId, operator);
  await desk.pool.query(
    "update review_request set state = 'expired', decided_at = clock_timestamp(), end_reason = 'expired' where id = $1",
    [ended],
  );
  await desk.pool.query(
    `insert into policy_revision (kind, version, fields, loosens, state, proposed_by, needs_sign_off)
     values ('send_email', 90, '{}', true, 'proposed', 'somebody', true)`,
  );
}

test("journey 2, case 20: whoever opens a link of a message, however often, changes nothing", async ({ desk }) => {
  await makeNews(desk);
  await desk.reap();
  await desk.pool.query("update notification set due_at = clock_timestamp() where state = 'due'");
  await desk.reap();
  const mails = [...messagesAt(desk.sink).values()].flat();
  const { rows } = await desk.pool.query("select distinct event from notification where state = 'sent' order by event");
  expect(rows.map(({ event }) => event)).toEqual([
    "duplicate",
    "policy_waiting",
    "request_ended",
    "request_waiting",
    "review_opened",
  ]);
  const links = new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []));
  for (const mail of mails) expect(mail.text.match(/https?:\/\/\S+/g)).toHaveLength(1);
  for (const link of links) expect(link.startsWith(desk.url)).toBe(true);

  const people = [await desk.signedOut(), await desk.signIn("operator"), await desk.signIn("approver")];
  const before = await decided(desk);
  const visits = people.flatMap(({ request }) => SCANNERS.map((agent) => ({ request, agent })));
  for (const { request, agent } of visits) {
    for (const link of links) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await request.fetch(link, { method, headers: { "user-agent": agent } });
        expect(answer.status(), `${method} ${link}`).toBeLessThan(500);
      }
    }
  }
  expect(await decided(desk)).toEqual(before);
});
