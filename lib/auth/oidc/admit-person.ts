import { writeAudit } from "#lib/audit/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { log } from "../../log.ts";
import { type Role, ROLES, roleSchema } from "../contract.ts";
import { lockAccounts } from "../sql/lock-accounts.ts";
import { putRoles } from "../sql/put-roles.ts";
import {
  findUserByEmail,
  findUserById,
  findUserOfIdentity,
  insertAccount,
  insertIdentity,
  isEmailTaken,
  type KnownUser,
} from "../store.ts";
import type { ClaimedPerson } from "./claims.ts";

/** Words of the sign-in page. */
export type Refusal = "no_role" | "unverified" | "not_invited" | "taken" | "disabled";

/**
 * Whose account a verified identity opens. The subject decides; an e-mail only the first time, and only one that the
 * provider has verified, of an account that no other identity of this provider has.
 */
export async function admitPerson(person: ClaimedPerson, providerId: string): Promise<Refusal | null> {
  if (person.roles?.length === 0) return "no_role";
  return transaction(async (tx) => {
    await lockAccounts(tx);
    const known = await findUserOfIdentity(tx, providerId, person.subject);
    const user =
      known === null ? await findUserByEmail(tx, person.email, providerId) : await findUserById(tx, known, providerId);
    const refusal = known === null ? mayNotLink(person, user) : null;
    if (refusal !== null) return refusal;
    if (user === null) return createUser(tx, person, providerId);
    if (user.disabledAt !== null) return "disabled";
    if (known === null) await link(tx, user, person, providerId);
    if (person.roles !== null) await takeRoles(tx, user, person.roles);
    return null;
  });
}

function mayNotLink(person: ClaimedPerson, user: KnownUser | null): Refusal | null {
  if (!person.isEmailVerified) return "unverified";
  if (user === null) return person.roles === null ? "not_invited" : null;
  return user.hasIdentity ? "taken" : null;
}

async function createUser(tx: Tx, person: ClaimedPerson, providerId: string): Promise<Refusal | null> {
  const { email, name, roles, subject } = person;
  if (await isEmailTaken(tx, email)) return "taken";
  const given = roles ?? [];
  const { id } = await insertAccount({ email, name, roles: given }, tx);
  await insertIdentity(tx, id, providerId, subject);
  await writeAudit(tx, {
    action: "user.created",
    actor: { type: "system", id: providerId },
    subject: { type: "user", id },
    detail: { given },
  });
  return null;
}

async function link(tx: Tx, { id }: KnownUser, { subject }: ClaimedPerson, providerId: string): Promise<void> {
  await insertIdentity(tx, id, providerId, subject);
  const actor = { type: "person", id } as const;
  await writeAudit(tx, { action: "user.linked", actor, subject: { type: "user", id }, detail: { providerId } });
}

/** The provider's word, at every sign-in. The last admin of the desk keeps the role all the same. */
async function takeRoles(tx: Tx, user: KnownUser, claimed: readonly Role[]): Promise<void> {
  const from = ROLES.filter((role) => roleSchema.array().parse(user.roles).includes(role));
  if (from.join() === claimed.join()) return;
  const write = { userId: user.id, from, gives: [], delaySeconds: 0 };
  let to = [...claimed];
  if ((await putRoles(tx, { ...write, to })) === null) {
    log.warn({ userId: user.id }, "The provider takes the role admin from the last admin, who keeps it.");
    to = ROLES.filter((role) => role === "admin" || claimed.includes(role));
    await putRoles(tx, { ...write, to });
  }
  await writeAudit(tx, {
    action: "user.roles_claimed",
    actor: { type: "person", id: user.id },
    subject: { type: "user", id: user.id },
    detail: { from, to },
  });
}
