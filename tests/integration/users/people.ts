import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Actor, Role } from "#lib/auth/index.ts";
import type { ChangeRolesAnswer } from "#lib/users/contract.ts";
import { changeRoles } from "#lib/users/index.ts";
import { person } from "#tests/support/desk.ts";

/** Somebody who can sign in, as far as the database is concerned. */
export async function member(pool: Pool, name: string, ...roles: Role[]): Promise<Actor> {
  const actor = await person(pool, name, ...roles);
  await pool.query(
    "insert into auth_account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, 'x')",
    [randomUUID(), actor.id],
  );
  return actor;
}

export async function session(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    "insert into auth_session (id, token, user_id, expires_at) values ($1, $1, $2, now() + interval '1 hour')",
    [randomUUID(), userId],
  );
}

export async function rolesOf(pool: Pool, userId: string): Promise<Role[]> {
  const { rows } = await pool.query<{ roles: Role[] }>("select roles from auth_user where id = $1", [userId]);
  return rows[0]?.roles ?? [];
}

/** As the screen that shows the person right now would send it. */
export async function give(pool: Pool, actor: Actor, userId: string, ...roles: Role[]): Promise<ChangeRolesAnswer> {
  return changeRoles(actor, userId, { roles, seen: await rolesOf(pool, userId) });
}

/** All of a person that may not move when a change is refused. */
export async function snapshot(pool: Pool, userId: string): Promise<unknown> {
  const all = async (sql: string) => (await pool.query(sql, [userId])).rows;
  return {
    user: await all("select roles, raised_roles, disabled_at from auth_user where id = $1"),
    sessions: await all("select id from auth_session where user_id = $1 order by id"),
    changes: await all("select id, state, decided_by from role_change where user_id = $1 order by id"),
    links: await all("select id, used_at, voided_at from account_link where user_id = $1 order by id"),
    audit: await all("select id from audit_log where subject_type = 'user' and subject_id = $1 order by id"),
  };
}

export async function auditOf(pool: Pool, userId: string): Promise<{ action: string; actorId: string }[]> {
  const { rows } = await pool.query<{ action: string; actorId: string }>(
    `select action, actor_id as "actorId" from audit_log where subject_type = 'user' and subject_id = $1 order by id`,
    [userId],
  );
  return rows;
}
