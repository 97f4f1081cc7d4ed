import { beforeEach, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { disableUser, signRoleChange } from "#lib/users/index.ts";
import { give, member } from "#tests/integration/users/people.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { openMailServer } from "./mail-server.ts";
import { clear, makeDue, outbox, tell, tellAll } from "./outbox.ts";
import { addWebhook, openSlack } from "./slack-receiver.ts";

const { pool } = testDatabase();
let ada: Actor;
let dev: Actor;
let eva: Actor;
let fay: Actor;

beforeEach(async () => {
  await clear(pool);
  ada = await member(pool, "Ada", "admin");
  dev = await member(pool, "Dev", "admin");
  eva = await member(pool, "Eva", "admin");
  fay = await member(pool, "Fay", "operator");
  await person(pool, "Cara", "approver");
});

async function propose(userId = fay.id): Promise<string> {
  return String((await give(pool, ada, userId, "operator", "approver")).changeId);
}

type Mails = Awaited<ReturnType<typeof openMailServer>>["mails"];
const to = (mails: Mails, { email }: Actor) => mails.filter((mail) => JSON.stringify(mail.to).includes(email));

it("a role that waits for a second admin is told to the others, once, and neither to who proposed nor who gets it", async () => {
  const { mails } = await openMailServer();
  await give(pool, ada, dev.id, "admin", "approver");
  await tellAll(pool);
  await tellAll(pool);
  expect(mails.map((mail) => mail.to)).toMatchObject([{ text: eva.email }]);
  const [mail] = mails;
  expect(mail?.subject).toBe("A change of the roles of Dev waits for a second admin");
  expect(mail?.text).toContain("Roles now: admin\nRoles then: approver, admin\nProposed by: Ada");
  expect(mail?.text?.match(/https?:\/\/\S+/g)).toEqual(["http://localhost:3000/settings/users"]);
});

it("several are one message", async () => {
  const { mails } = await openMailServer();
  await propose();
  await propose((await member(pool, "Gil", "operator")).id);
  await tellAll(pool);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "2 role changes wait for a second admin",
    "2 role changes wait for a second admin",
  ]);
});

it("what was decided before the message left is not told as waiting", async () => {
  const { mails } = await openMailServer();
  const changeId = await propose();
  await tell();
  await signRoleChange(ada, fay.id, { changeId, verdict: "withdraw" });
  await makeDue(pool);
  await tell();
  expect(mails).toEqual([]);
  expect(await outbox(pool, dev.id)).toMatchObject([{ event: "roles_waiting", state: "dropped" }]);
});

it("the answer goes to who proposed it, and into the thread of each admin who was told", async () => {
  const { mails } = await openMailServer();
  const changeId = await propose();
  await tellAll(pool);
  const [asked] = to(mails, eva);
  mails.splice(0);
  await signRoleChange(dev, fay.id, { changeId, verdict: "approve", note: "Agreed\r\nBcc: all@acme.test" });
  await tellAll(pool);
  await tellAll(pool);
  expect(mails).toHaveLength(2);
  const [toAda] = to(mails, ada);
  expect(toAda?.subject).toBe("Approved: the change of the roles of Fay");
  expect(toAda?.text).toMatch(/^Dev signed it off on .*\n\nIt counts from /);
  expect(toAda?.text).toContain("Note: Agreed Bcc: all@acme.test");
  const [toEva] = to(mails, eva);
  expect(toEva?.subject).toBe(`Re: ${asked?.subject}`);
  expect(toEva?.inReplyTo).toBe(asked?.messageId);
});

it("one that is void since its account was disabled is told to who proposed it", async () => {
  const { mails } = await openMailServer();
  await propose();
  await disableUser(dev, fay.id);
  await tellAll(pool);
  expect(mails.map((mail) => mail.subject)).toEqual(["Void: the change of the roles of Fay"]);
  expect(to(mails, ada)).toHaveLength(1);
});

it("a channel hears of both, also one that chose kinds; one that chose other events hears of neither", async () => {
  const { urlEnv, posts } = await openSlack();
  const other = await openSlack();
  await addWebhook(pool, urlEnv, { events: ["roles_waiting", "roles_decided"], kinds: ["send_email"] });
  await addWebhook(pool, other.urlEnv, { events: ["policy_waiting"] });
  const changeId = await propose();
  await tellAll(pool);
  await signRoleChange(dev, fay.id, { changeId, verdict: "reject" });
  await tellAll(pool);
  expect(posts.map(({ text }) => text.split("\n")[0])).toEqual([
    "Notwice: A change of the roles of Fay waits for a second admin",
    "Notwice: Rejected: the change of the roles of Fay",
  ]);
  expect(other.posts).toEqual([]);
});

it("what was decided more than a day ago, and what needed nobody, is told to nobody", async () => {
  await openMailServer();
  const changeId = await propose();
  await signRoleChange(dev, fay.id, { changeId, verdict: "approve" });
  await pool.query("update role_change set decided_at = now() - interval '25 hours' where id = $1", [changeId]);
  await give(pool, ada, fay.id, "operator");
  await tellAll(pool);
  expect(await outbox(pool)).toEqual([]);
});
