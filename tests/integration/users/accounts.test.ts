import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Actor, findAccount, getActor, signIn } from "#lib/auth/index.ts";
import { setPassword } from "#lib/auth/index.ts";
import { disableUser, enableUser, inviteUser, listUsers, makeUserLink } from "#lib/users/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { auditOf, member, rolesOf, session } from "./people.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const PASSWORD = "correct horse battery staple";
const { pool } = testDatabase();
let ada: Actor;
let bo: Actor;

beforeEach(async () => {
  await pool.query("truncate auth_user cascade");
  await pool.query("truncate role_change");
  ada = await member(pool, "Ada", "admin");
  bo = await member(pool, "Bo", "operator", "approver");
});

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

async function invited(...roles: Actor["roles"]) {
  return inviteUser(ada, { name: "Zed", email: "zed@desk.test", roles: [...roles] });
}

async function enters(email: string, password: string): Promise<Actor | null> {
  const { cookies } = await signIn({ email, password, headers: new Headers() });
  return cookies ? getActor(new Headers({ cookie: cookies.map((line) => line.split(";")[0]).join("; ") })) : null;
}

async function request(requestedBy: string): Promise<void> {
  const { reviewId } = await stuckCase(pool);
  await pool.query(
    `insert into review_request (review_id, requested_by, reason, expires_at, type, sign_offs_needed)
     values ($1, $2, 'x', now() + interval '1 hour', 'resend', 1)`,
    [reviewId, requestedBy],
  );
}

describe("disabling an account", () => {
  it("ends its sessions at once, voids its links and leaves others alone", async () => {
    await session(pool, bo.id);
    await session(pool, ada.id);
    const { link } = await makeUserLink(ada, bo.id);
    expect(await disableUser(ada, bo.id)).toMatchObject({ userId: bo.id, status: "disabled" });
    const { rows } = await pool.query("select user_id from auth_session");
    expect(rows).toEqual([{ user_id: ada.id }]);
    expect(await setPassword({ token: tokenOf(link), password: PASSWORD })).toEqual({ problem: "link" });
    await expect(disableUser(ada, bo.id)).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("keeps the account, so that what was done keeps its name", async () => {
    await disableUser(ada, bo.id);
    const { users } = await listUsers(ada);
    expect(users.find(({ id }) => id === bo.id)).toMatchObject({ name: "Bo", status: "disabled" });
    expect(await auditOf(pool, bo.id)).toEqual([{ action: "user.disabled", actorId: ada.id }]);
  });

  it("says beforehand what waits for this person only", async () => {
    await request(ada.id);
    await request(ada.id);
    await request(bo.id);
    const loads = async () =>
      (await listUsers(ada)).users.map(({ name, openRequests, waitOnlyForThem }) => [
        name,
        openRequests,
        waitOnlyForThem,
      ]);
    expect(await loads()).toEqual([
      ["Ada", 2, 0],
      ["Bo", 1, 2],
    ]);
    await member(pool, "Cara", "approver");
    expect(await loads()).toEqual([
      ["Ada", 2, 0],
      ["Bo", 1, 0],
      ["Cara", 0, 1],
    ]);
  });
});

describe("enabling an account", () => {
  it("gives its power anew: with two admins the other one signs", async () => {
    const dev = await member(pool, "Dev", "admin");
    await disableUser(ada, bo.id);
    expect(await enableUser(ada, bo.id)).toMatchObject({ status: "enabled", roles: { outcome: "proposed" } });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);
    const { users } = await listUsers(dev);
    expect(users.find(({ id }) => id === bo.id)?.proposal).toMatchObject({
      gives: ["approver"],
      sign: { allowed: true },
    });
    await expect(enableUser(ada, bo.id)).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("by the only admin gives it back after a minute", async () => {
    await disableUser(ada, bo.id);
    expect(await enableUser(ada, bo.id)).toMatchObject({ roles: { outcome: "in_force" } });
    expect((await findAccount(bo.id))?.roles).toEqual(["operator"]);
  });
});

describe("an invitation", () => {
  it("lets its person choose the password, once", async () => {
    const { link, userId } = await invited("operator");
    expect((await listUsers(ada)).users.find(({ id }) => id === userId)?.status).toBe("invited");
    expect(await setPassword({ token: tokenOf(link), password: PASSWORD })).toEqual({ email: "zed@desk.test" });
    expect(await enters("zed@desk.test", PASSWORD)).toMatchObject({ id: userId, roles: ["operator"] });
    expect(await setPassword({ token: tokenOf(link), password: `${PASSWORD}!` })).toEqual({ problem: "link" });
    expect(await auditOf(pool, userId)).toEqual([
      { action: "user.invited", actorId: ada.id },
      { action: "user.password_set", actorId: userId },
    ]);
  });

  it("gives no power that another admin would have to sign", async () => {
    await member(pool, "Dev", "admin");
    const { userId, roles } = await invited("approver");
    expect(roles).toMatchObject({ outcome: "proposed" });
    expect(await rolesOf(pool, userId)).toEqual(["operator"]);
  });

  it("made again is the only one that works", async () => {
    const first = await invited("operator");
    const second = await makeUserLink(ada, first.userId);
    expect(await setPassword({ token: tokenOf(first.link), password: PASSWORD })).toEqual({ problem: "link" });
    expect(await setPassword({ token: tokenOf(second.link), password: PASSWORD })).toMatchObject({
      email: "zed@desk.test",
    });
  });

  it("is refused for an e-mail that has an account", async () => {
    await expect(inviteUser(ada, { name: "Bo", email: bo.email, roles: ["operator"] })).rejects.toMatchObject({
      code: "invalid_input",
      facts: { field: "email" },
    });
  });
});

describe("a reset by an admin", () => {
  it("signs out who knew the old password, and gives the account's power anew", async () => {
    await member(pool, "Dev", "admin");
    await session(pool, bo.id);
    const { link, roles } = await makeUserLink(ada, bo.id);
    expect(roles).toMatchObject({ outcome: "proposed" });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);
    expect(await setPassword({ token: tokenOf(link), password: PASSWORD })).toEqual({ email: bo.email });
    expect((await pool.query("select from auth_session where user_id = $1", [bo.id])).rowCount).toBe(0);
    expect(await enters(bo.email, PASSWORD)).toMatchObject({ id: bo.id, roles: ["operator"] });
  });

  it("is not made for oneself", async () => {
    await expect(makeUserLink(ada, ada.id)).rejects.toMatchObject({ code: "illegal_transition" });
  });
});
