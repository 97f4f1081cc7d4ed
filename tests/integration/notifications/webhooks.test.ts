import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { clear, makeDue, outbox, tell, tellAll } from "./outbox.ts";
import { addWebhook, answer, openSlack } from "./slack-receiver.ts";

const { pool } = testDatabase();
beforeEach(() => clear(pool));

describe("a channel", () => {
  it("gets the events and kinds that it was set up for, in Slack's format, with one link", async () => {
    const { urlEnv, posts } = await openSlack();
    await addWebhook(pool, urlEnv, { kinds: ["create_invoice"] });
    const { reviewId } = await stuckCase(pool, { kind: "create_invoice" });
    await stuckCase(pool, { kind: "send_email" });

    expect(await tellAll(pool)).toMatchObject({ sent: 1 });

    expect(posts).toHaveLength(1);
    expect(posts[0]?.isJson).toBe(true);
    expect(posts[0]?.text).toContain("A decision is needed: invoice to ana@acme.test (the provider ignores a repeat)");
    expect(posts[0]?.text).toContain(`<http://localhost:3000/reviews/${reviewId}|Open on the desk>`);
    expect(posts[0]?.text).not.toMatch(/Hello Ana|Re: proposal/);
  });

  it("that is down and then up gets it later, once", async () => {
    const first = await openSlack();
    const id = await addWebhook(pool, first.urlEnv);
    await stuckCase(pool);
    await first.close();
    expect(await tellAll(pool)).toMatchObject({ sent: 0, refused: 1, inDoubt: 0 });
    expect(await outbox(pool, id)).toMatchObject([
      { state: "due", tries: 1, error: "No connection was made: ECONNREFUSED." },
    ]);

    const again = await openSlack(answer(200), { port: first.port });
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 1 });
    await makeDue(pool);
    expect(await tell()).toMatchObject({ sent: 0 });
    expect(again.posts).toHaveLength(1);
  });

  it.each([
    [503, { state: "due", error: "The receiver answered 503." }],
    [429, { state: "due", error: "The receiver answered 429." }],
    [404, { state: "refused", error: "The receiver answered 404." }],
    [302, { state: "refused", error: "The receiver answered 302." }],
    [502, { state: "in_doubt", error: "The receiver answered 502. It may have been posted, and is not posted again." }],
  ])("that answers %i is asked again only where that proves that nothing was posted", async (status, expected) => {
    const { urlEnv } = await openSlack(answer(status));
    const id = await addWebhook(pool, urlEnv);
    await stuckCase(pool);
    await tellAll(pool);
    expect(await outbox(pool, id)).toMatchObject([{ ...expected, tries: 1 }]);
  });

  it("that hangs up after it took the post may have shown it", async () => {
    const { urlEnv, posts } = await openSlack((response) => void response.socket?.destroy());
    const id = await addWebhook(pool, urlEnv);
    await stuckCase(pool);
    expect(await tellAll(pool)).toMatchObject({ sent: 0, inDoubt: 1 });
    await makeDue(pool);
    await tell();
    expect(posts).toHaveLength(1);
    expect(await outbox(pool, id)).toMatchObject([{ state: "in_doubt" }]);
  });

  it("on a private address, or without its variable, is called by nobody and says why", async () => {
    process.env["NOTWICE_SECRET_SLACK_PRIVATE"] = "http://169.254.169.254/latest";
    const closed = await addWebhook(pool, "NOTWICE_SECRET_SLACK_PRIVATE");
    const missing = await addWebhook(pool, "NOTWICE_SECRET_SLACK_MISSING");
    await stuckCase(pool);
    await tellAll(pool);
    delete process.env["NOTWICE_SECRET_SLACK_PRIVATE"];
    expect(await outbox(pool, closed)).toMatchObject([
      { state: "due", error: "The address must begin with https://." },
    ]);
    expect(await outbox(pool, missing)).toMatchObject([
      { state: "due", error: "NOTWICE_SECRET_SLACK_MISSING is not set." },
    ]);
  });

  it("that was removed gets nothing of what was waiting for it", async () => {
    const { urlEnv, posts } = await openSlack();
    const id = await addWebhook(pool, urlEnv);
    await stuckCase(pool);
    await tell();
    await pool.query("delete from notification_webhook");
    await makeDue(pool);
    await addWebhook(pool, urlEnv, { events: ["duplicate"] });
    await tell();
    expect(posts).toEqual([]);
    expect(await outbox(pool, id)).toMatchObject([{ state: "dropped", error: "The webhook was removed." }]);
  });

  it("is told of a duplicate once for each word", async () => {
    const { urlEnv, posts } = await openSlack();
    await addWebhook(pool, urlEnv, { events: ["duplicate"] });
    const { key } = await stuckCase(pool);
    const setWord = (word: string) =>
      pool.query("update action_log set duplicate = $2, revision = revision + 1 where key = $1", [key, word]);
    await setWord("suspected");
    await tellAll(pool);
    await tellAll(pool);
    await setWord("confirmed");
    await tellAll(pool);
    await tellAll(pool);
    expect(posts.map((post) => /Duplicate \w+/.exec(post.text)?.[0])).toEqual([
      "Duplicate suspected",
      "Duplicate confirmed",
    ]);
  });

  it("is told that a change of a policy waits for a second admin", async () => {
    const { urlEnv, posts } = await openSlack();
    await addWebhook(pool, urlEnv, { events: ["policy_waiting"] });
    await pool.query(
      `insert into policy_revision (kind, version, fields, loosens, state, proposed_by, needs_sign_off)
       values ('send_email', 90, '{}', true, 'proposed', 'dev', true)`,
    );
    await tellAll(pool);
    await tellAll(pool);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.text).toContain("A change of the policy for send_email waits for a second admin");
    expect(posts[0]?.text).toContain("http://localhost:3000/policies/send_email|");
  });
});

it("a target that is made to inject headers, markup and calls is one harmless line", async () => {
  const { urlEnv, posts } = await openSlack();
  await addWebhook(pool, urlEnv);
  const target = "ana@acme.test\r\nBcc: all@acme.test\n<!channel> <https://evil.test|click> @here \u202Emoc.live";
  const { key } = await stuckCase(pool);
  await pool.query("alter table action_log disable trigger user");
  await pool.query("update action_log set target = $2 where key = $1", [key, target]);
  await pool.query("alter table action_log enable trigger user");
  await tellAll(pool);
  const [line] = posts[0]?.text.split("\n") ?? [];
  expect(line).toContain(
    "ana@acme.test Bcc: all@acme.test &lt;!channel&gt; &lt;https://evil.test|click&gt; @\u200Bhere",
  );
  expect(posts[0]?.text.match(/<[^>]*>/g)).toHaveLength(1);
  expect(posts[0]?.text).not.toContain("\u202E");
});
