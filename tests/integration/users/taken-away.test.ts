import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { disableUser, inviteUser } from "#lib/users/index.ts";
import { edit, shippedKind, policyRow } from "#tests/integration/policies/desk.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { give, member, rolesOf, snapshot } from "./people.ts";

const { pool } = testDatabase();
let ada: Actor;
let dev: Actor;
let bo: Actor;

beforeEach(async () => {
  await pool.query("update auth_user set disabled_at = now() where disabled_at is null");
  await pool.query("update auth_user set admin_until = null");
  ada = await member(pool, "Ada", "admin");
  dev = await member(pool, "Dev", "admin");
  bo = await member(pool, "Bo", "operator");
});

const WAYS: [string, () => Promise<unknown>][] = [
  ["demoted", () => give(pool, ada, dev.id, "operator")],
  ["disabled", () => disableUser(ada, dev.id)],
  ["demoted by hand", () => pool.query("update auth_user set roles = '{operator}' where id = $1", [dev.id])],
];

describe.each(WAYS)("of two admins, with the other one %s", (_, takeAway) => {
  it("the one who is left still gives no power alone, to nobody", async () => {
    await takeAway();
    for (const { id } of [bo, ada, dev]) {
      const before = await snapshot(pool, id);
      const giving = give(
        pool,
        ada,
        id,
        ...(id === ada.id ? (["admin", "approver"] as const) : (["approver"] as const)),
      );
      await expect(giving).rejects.toMatchObject({ code: "illegal_transition" });
      expect(await snapshot(pool, id)).toEqual(before);
    }
    const colleague = { name: "Colleague", email: "colleague@desk.test", roles: ["approver" as const] };
    await expect(inviteUser(ada, colleague)).rejects.toMatchObject({ code: "illegal_transition" });
    expect((await pool.query("select from auth_user where email = $1", [colleague.email])).rowCount).toBe(0);
  });

  it("nor loosens a policy alone", async () => {
    await takeAway();
    const kind = await shippedKind(pool);
    expect(await edit(pool, ada, kind, { recovery: "retry" })).toMatchObject({ outcome: "proposed" });
    expect(await policyRow(pool, kind)).toMatchObject({ recovery: "ask" });
  });

  it("but takes power away, and after a day is as alone as any single admin", async () => {
    await takeAway();
    await give(pool, ada, bo.id, "operator", "admin").catch(() => undefined);
    expect(await rolesOf(pool, bo.id)).toEqual(["operator"]);
    await disableUser(ada, bo.id);
    await pool.query("update auth_user set admin_until = admin_until - interval '24 hours 1 second'");
    const eli = await member(pool, "Eli", "operator");
    expect(await give(pool, ada, eli.id, "operator", "approver")).toMatchObject({ outcome: "in_force" });
  });
});

it("of three, the two who are left sign for each other as before", async () => {
  const eve = await member(pool, "Eve", "admin");
  await disableUser(ada, eve.id);
  expect(await give(pool, ada, bo.id, "approver")).toMatchObject({ outcome: "proposed" });
});
