import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, findAccount } from "#lib/auth/index.ts";
import type { SignRoleChangeInput } from "#lib/users/contract.ts";
import { changeRoles, disableUser, inviteUser, listUsers, signRoleChange } from "#lib/users/index.ts";
import { race } from "#tests/integration/policies/desk.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { auditOf, give, member, rolesOf, snapshot } from "./people.ts";

const ROUNDS = 10;
const { pool } = testDatabase();
let ada: Actor;
let dev: Actor;
let eve: Actor;
let bo: Actor;

beforeEach(async () => {
  await pool.query("truncate auth_user cascade");
  await pool.query("truncate role_change");
  ada = await member(pool, "Ada", "admin");
  dev = await member(pool, "Dev", "admin", "approver");
  eve = await member(pool, "Eve", "admin");
  bo = await member(pool, "Bo", "operator");
});

async function alone(): Promise<void> {
  await pool.query("update auth_user set disabled_at = now() where id = any($1)", [[dev.id, eve.id]]);
  await pool.query("update auth_user set admin_until = null");
}

async function sign(actor: Actor, changeId: string | null, verdict: SignRoleChangeInput["verdict"] = "approve") {
  return signRoleChange(actor, bo.id, { changeId: changeId ?? "", verdict, note: "as discussed" });
}

const rolesInForce = async (id: string) => (await findAccount(id))?.roles;

describe("where there are two admins, giving approver or admin", () => {
  it.each(["approver", "admin"] as const)("%s changes nothing until another admin signs it", async (role) => {
    const answer = await give(pool, ada, bo.id, "operator", role);
    expect(answer).toMatchObject({ outcome: "proposed", roles: ["operator"], effectiveAt: null });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);

    const signed = await sign(dev, answer.changeId);
    expect(signed).toMatchObject({ outcome: "in_force" });
    expect(Date.parse(signed.effectiveAt ?? "") - Date.now()).toBeGreaterThan(55_000);
    expect(await rolesOf(pool, bo.id)).toEqual(["operator", role]);
    expect(await auditOf(pool, bo.id)).toEqual([
      { action: "user.roles_proposed", actorId: ada.id },
      { action: "user.roles_approved", actorId: dev.id },
    ]);
  });

  it("counts after a minute, and not before", async () => {
    const { changeId } = await give(pool, ada, bo.id, "approver");
    await sign(dev, changeId);
    expect(await rolesInForce(bo.id)).toEqual(["operator"]);
    await pool.query("update auth_user set raised_effective_at = clock_timestamp() where id = $1", [bo.id]);
    expect(await rolesInForce(bo.id)).toEqual(["approver"]);
  });

  it("is not signed by its proposer, by the person themselves, nor by who is no admin", async () => {
    const { changeId } = await give(pool, ada, bo.id, "operator", "admin");
    const before = await snapshot(pool, bo.id);
    for (const verdict of ["approve", "reject"] as const) {
      await expect(sign(ada, changeId, verdict)).rejects.toMatchObject({ code: "own_request" });
      await expect(sign(bo, changeId, verdict)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(sign(dev, changeId, "withdraw")).rejects.toMatchObject({ code: "forbidden" });
    expect(await snapshot(pool, bo.id)).toEqual(before);

    const own = await give(pool, ada, eve.id, "admin", "approver");
    const signing = { changeId: own.changeId ?? "", verdict: "approve" } as const;
    await expect(signRoleChange(eve, eve.id, signing)).rejects.toMatchObject({ code: "own_request" });
    await expect(signRoleChange(dev, eve.id, signing)).resolves.toMatchObject({ outcome: "in_force" });
  });

  it.each([
    ["reject", "rejected"],
    ["withdraw", "withdrawn"],
  ] as const)("ends without effect by %s, and is told to who comes later", async (verdict, outcome) => {
    const { changeId } = await give(pool, ada, bo.id, "approver");
    expect(await sign(verdict === "reject" ? dev : ada, changeId, verdict)).toMatchObject({ outcome });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);
    await expect(sign(eve, changeId)).rejects.toMatchObject({
      code: "decided_otherwise",
      facts: { by: verdict === "reject" ? "Dev" : "Ada" },
    });
  });

  it("is void once the roles were changed otherwise, or the account disabled", async () => {
    const first = await give(pool, ada, bo.id, "operator", "approver");
    await pool.query("update auth_user set roles = '{operator,approver}' where id = $1", [bo.id]);
    await give(pool, dev, bo.id, "operator");
    await expect(sign(eve, first.changeId)).rejects.toMatchObject({ code: "superseded", facts: { by: "Dev" } });

    const second = await give(pool, ada, bo.id, "operator", "approver");
    await disableUser(dev, bo.id);
    await expect(sign(eve, second.changeId)).rejects.toMatchObject({ code: "superseded" });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);
  });

  it("is not signed over roles that plain SQL changed since", async () => {
    const { changeId } = await give(pool, ada, bo.id, "operator", "approver");
    await pool.query("update auth_user set roles = '{operator,admin}' where id = $1", [bo.id]);
    await expect(sign(dev, changeId)).rejects.toMatchObject({ code: "changed_since_seen" });
    expect(await rolesOf(pool, bo.id)).toEqual(["operator", "admin"]);
  });

  it("comes one at a time, and only where somebody could sign it", async () => {
    await give(pool, ada, bo.id, "approver");
    await expect(give(pool, dev, bo.id, "admin")).rejects.toMatchObject({
      code: "request_pending",
      facts: { by: "Ada" },
    });
    await disableUser(ada, eve.id);
    await expect(give(pool, ada, dev.id, "admin", "approver", "operator")).resolves.toMatchObject({
      outcome: "in_force",
    });
    await pool.query("update auth_user set roles = '{admin}' where id = $1", [dev.id]);
    await expect(give(pool, ada, dev.id, "admin", "approver")).rejects.toMatchObject({ code: "illegal_transition" });
    const own = await give(pool, dev, dev.id, "admin", "approver");
    const signing = { changeId: own.changeId ?? "", verdict: "approve" } as const;
    expect(await signRoleChange(ada, dev.id, signing)).toMatchObject({ outcome: "in_force" });
  });

  it("two signers are one signature, and the other learns of whom", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pool.query("update auth_user set roles = '{operator}' where id = $1", [bo.id]);
      const { changeId } = await give(pool, ada, bo.id, "operator", "approver");
      const { won, lost } = await race(
        sign(dev, changeId),
        sign(eve, changeId, round % 2 === 0 ? "approve" : "reject"),
      );
      expect(won).toHaveLength(1);
      expect(lost).toMatchObject([{ status: 409, facts: { by: won[0] === 0 ? "Dev" : "Eve" } }]);
    }
  });
});

describe("a change of roles", () => {
  it("takes away at once, whoever else is there", async () => {
    const answer = await give(pool, ada, dev.id, "operator");
    expect(answer).toMatchObject({ outcome: "in_force", roles: ["operator"] });
    expect(await rolesInForce(dev.id)).toEqual(["operator"]);
    expect(await rolesOf(pool, eve.id)).toEqual(["admin"]);
  });

  it("by the only admin needs no signature, and still a minute", async () => {
    await alone();
    const answer = await give(pool, ada, bo.id, "operator", "approver");
    expect(answer).toMatchObject({ outcome: "in_force", roles: ["operator", "approver"] });
    expect(await rolesInForce(bo.id)).toEqual(["operator"]);
    const { users } = await listUsers(ada);
    expect(users.find(({ id }) => id === bo.id)?.raise).toMatchObject({ roles: ["approver"] });
  });

  it("keeps what waits waiting when something else changes", async () => {
    await alone();
    await give(pool, ada, bo.id, "operator", "approver");
    await give(pool, ada, bo.id, "approver");
    expect(await rolesInForce(bo.id)).toEqual(["operator"]);
  });

  it("is refused over roles that somebody else changed meanwhile", async () => {
    await give(pool, dev, bo.id, "operator").catch(() => undefined);
    await alone();
    await give(pool, ada, bo.id, "operator", "approver");
    await expect(changeRoles(ada, bo.id, { roles: ["admin"], seen: ["operator"] })).rejects.toMatchObject({
      code: "changed_since_seen",
      facts: { by: "Ada" },
    });
  });

  it("is made by admins only, also by who was one when they began", async () => {
    await expect(give(pool, bo, bo.id, "admin")).rejects.toMatchObject({ code: "forbidden" });
    await pool.query("update auth_user set roles = '{operator}' where id = $1", [dev.id]);
    const before = await snapshot(pool, bo.id);
    await expect(give(pool, dev, bo.id, "approver")).rejects.toMatchObject({ code: "forbidden" });
    await expect(disableUser(dev, bo.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(inviteUser(dev, { name: "Zed", email: "zed@desk.test", roles: ["operator"] })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await snapshot(pool, bo.id)).toEqual(before);
  });
});
