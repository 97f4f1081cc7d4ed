import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getMine, PUT as putMine } from "#app/api/me/notifications/route.ts";
import { POST as postTest } from "#app/api/me/notifications/test/route.ts";
import { POST as postWebhookTest } from "#app/api/notification-webhooks/[id]/test/route.ts";
import { GET as getWebhooks, PUT as putWebhooks } from "#app/api/notification-webhooks/route.ts";
import { EVENTS, messageSchema, mySettingsSchema, webhooksSchema } from "#lib/notifications/contract.ts";
import { closedPort, mailGoesTo, openMailServer } from "#tests/integration/notifications/mail-server.ts";
import { openSlack } from "#tests/integration/notifications/slack-receiver.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { auditActions } from "#tests/support/rows.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
let bo: SignedIn;
let dev: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
  dev = await signedIn("Dev", "admin");
});
beforeEach(async () => void (await pool.query("delete from notification")));

const MINE = { path: "/api/me/notifications" };
const WEBHOOKS = { path: "/api/notification-webhooks" };

describe("my notifications", () => {
  it("come at once where nothing was chosen, and as chosen then, for this person alone", async () => {
    const before = mySettingsSchema.parse((await call(getMine, { ...MINE, as: bo })).body);
    expect(before).toMatchObject({ email: "bo@desk.test", mailIsOn: false, messages: [] });
    expect(Object.values(before.preferences)).toEqual(EVENTS.map(() => "at_once"));

    const body = { preferences: { review_opened: "digest", duplicate: "off" } };
    const saved = mySettingsSchema.parse((await call(putMine, { ...MINE, body, as: bo })).body);
    expect(saved.preferences).toEqual({ ...before.preferences, review_opened: "digest", duplicate: "off" });
    expect(await auditActions(pool, bo.id)).toEqual(["preferences.edited"]);

    await call(putMine, { ...MINE, body, as: bo });
    expect(await auditActions(pool, bo.id)).toEqual(["preferences.edited"]);
    const others = mySettingsSchema.parse((await call(getMine, { ...MINE, as: dev })).body);
    expect(others.preferences).toEqual(before.preferences);
  });

  it("are refused where a word is none", async () => {
    const body = { preferences: { review_opened: "sometimes" } };
    const { status, body: problem } = await call(putMine, { ...MINE, body, as: bo });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ field: "preferences.review_opened" });
  });

  it.each([getMine, putMine, postTest])("belong to someone who is signed in", async (handler) => {
    expect((await call(handler, { ...MINE, body: { preferences: {} }, as: null })).status).toBe(401);
  });
});

describe("the test button", () => {
  const press = (as: SignedIn) => call(postTest, { path: "/api/me/notifications/test", body: {}, as });

  it("sends a mail to who pressed it, and not twice within half a minute", async () => {
    const { mails } = await openMailServer();
    const sent = await press(bo);
    expect(messageSchema.parse(sent.body)).toMatchObject({ event: "test", state: "sent", tries: 1 });
    expect(await press(bo)).toMatchObject({ status: 503, body: { retryAfterSeconds: 30 } });
    expect(mails.map(({ to }) => to)).toMatchObject([{ text: "bo@desk.test" }]);
  });

  it("says why it could not, and that it is tried again", async () => {
    mailGoesTo(await closedPort());
    const { body } = await press(bo);
    expect(messageSchema.parse(body)).toMatchObject({ state: "due", error: expect.stringContaining("ECONNREFUSED") });
  });

  it("says that there is no mail server", async () => {
    expect(await press(bo)).toMatchObject({ status: 503, body: { detail: expect.stringContaining("SMTP_URL") } });
  });
});

describe("the webhooks", () => {
  const read = async () => webhooksSchema.parse((await call(getWebhooks, { ...WEBHOOKS, as: dev })).body);
  const save = (body: unknown, as: SignedIn | null = dev) => call(putWebhooks, { ...WEBHOOKS, body, as });

  it("are an admin's", async () => {
    const { version } = await read();
    expect((await call(getWebhooks, { ...WEBHOOKS, as: bo })).status).toBe(403);
    expect((await save({ version, webhooks: [] }, bo)).status).toBe(403);
    expect((await save({ version, webhooks: [] }, null)).status).toBe(401);
  });

  it("are added, changed, tested and removed, and refuse who saw an older list", async () => {
    const { urlEnv, posts } = await openSlack();
    const { version } = await read();
    const added = { name: "#ops", urlEnv, events: ["review_opened"], kinds: [] };
    const first = webhooksSchema.parse((await save({ version, webhooks: [added] })).body);
    const [webhook] = first.webhooks;
    expect(webhook).toMatchObject({ ...added, problem: null, messages: [] });

    expect(await save({ version, webhooks: [] })).toMatchObject({ status: 412, body: { code: "changed_since_seen" } });

    const params = { id: webhook?.id ?? "" };
    const path = `${WEBHOOKS.path}/${params.id}/test`;
    expect((await call(postWebhookTest, { path, params, body: {}, as: bo })).status).toBe(403);
    expect((await call(postWebhookTest, { path, params, body: {}, as: dev })).body).toMatchObject({ state: "sent" });
    expect(posts).toHaveLength(1);

    const changed = { id: webhook?.id, ...added, urlEnv: "NOTWICE_SECRET_GONE" };
    const second = webhooksSchema.parse((await save({ version: first.version, webhooks: [changed] })).body);
    expect(second.webhooks).toMatchObject([{ id: webhook?.id, problem: "NOTWICE_SECRET_GONE is not set." }]);
    expect(second.webhooks[0]?.messages).toMatchObject([{ event: "test", state: "sent" }]);

    expect((await save({ version: second.version, webhooks: [] })).body).toMatchObject({ webhooks: [] });
    const { rows } = await pool.query("select detail from audit_log where action = 'webhooks.edited' order by id");
    expect(rows.map(({ detail }) => [detail.added.length, detail.changed.length, detail.removed.length])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  });

  it.each([
    ["webhooks.0.urlEnv", { urlEnv: "DATABASE_URL" }],
    ["webhooks.0.urlEnv", { urlEnv: "https://hooks.slack.com/services/T0/B0/x" }],
    ["webhooks.0.events", { events: [] }],
    ["webhooks.0.name", { name: " " }],
  ])("are refused by the field %s", async (field, over) => {
    const { version } = await read();
    const webhook = { name: "#ops", urlEnv: "NOTWICE_SECRET_OPS", events: ["duplicate"], kinds: [], ...over };
    expect(await save({ version, webhooks: [webhook] })).toMatchObject({ status: 422, body: { field } });
  });
});
