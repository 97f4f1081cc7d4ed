import { beforeEach, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { disableAccount } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { disableUser, listUsers } from "#lib/users/index.ts";
import { race } from "#tests/integration/policies/desk.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { give, member, snapshot } from "./people.ts";

const ROUNDS = 12;
const { pool } = testDatabase();
let ada: Actor;
let dev: Actor;

beforeEach(async () => {
  await pool.query("truncate auth_user cascade");
  ada = await member(pool, "Ada", "admin", "operator");
  dev = await member(pool, "Dev", "admin", "operator");
});

async function countAdmins(): Promise<number> {
  const { rowCount } = await pool.query("select from auth_user where 'admin' = any(roles) and disabled_at is null");
  return rowCount ?? 0;
}

it("the last admin keeps the role and the account", async () => {
  await give(pool, ada, dev.id, "operator");
  const before = await snapshot(pool, ada.id);
  await expect(give(pool, ada, ada.id, "operator")).rejects.toMatchObject({ code: "illegal_transition" });
  await expect(disableUser(ada, ada.id)).rejects.toMatchObject({ code: "illegal_transition" });
  expect(await snapshot(pool, ada.id)).toEqual(before);
  const { users } = await listUsers(ada);
  expect(users.map(({ name, isLastAdmin }) => [name, isLastAdmin])).toEqual([
    ["Ada", true],
    ["Dev", false],
  ]);
});

it("an admin who is disabled, or was invited and never came, is no other admin", async () => {
  await disableUser(ada, dev.id);
  await person(pool, "Invited", "admin");
  await expect(disableUser(ada, ada.id)).rejects.toMatchObject({ code: "illegal_transition" });
  await expect(give(pool, ada, ada.id, "operator")).rejects.toMatchObject({ code: "illegal_transition" });
});

it("of two admins who demote or disable each other at once, one stays", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const attack = async (by: Actor, on: Actor) =>
      round % 2 === 0 ? give(pool, by, on.id, "operator") : disableUser(by, on.id);
    const { won } = await race(attack(ada, dev), attack(dev, ada));
    expect(won).toHaveLength(1);
    expect(await countAdmins()).toBe(1);
    await pool.query("update auth_user set roles = '{operator,admin}', disabled_at = null");
  }
});

it("of two admins who both step down at once, one stays", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leave = async (who: Actor) =>
      round % 2 === 0 ? give(pool, who, who.id, "operator") : disableUser(who, who.id);
    const { won, lost } = await race(leave(ada), leave(dev));
    expect(won).toHaveLength(1);
    expect(lost).toMatchObject([{ code: "illegal_transition" }]);
    expect(await countAdmins()).toBe(1);
    await pool.query("update auth_user set roles = '{operator,admin}', disabled_at = null");
  }
});

it("the statement itself refuses, whatever was read before it", async () => {
  await disableUser(ada, dev.id);
  expect(await transaction(async (tx) => disableAccount(tx, ada.id))).toBeNull();
  expect(await countAdmins()).toBe(1);
});
