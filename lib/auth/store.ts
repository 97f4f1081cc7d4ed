import { randomUUID } from "node:crypto";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { type Db, prisma, type Tx } from "#lib/db/index.ts";
import type { Role } from "./contract.ts";

export const authDatabase = () => prismaAdapter(prisma(), { provider: "postgresql" });

type InsertedAccount = { email: string; name: string; roles: readonly Role[]; passwordHash?: string };

/** Without a password: somebody who is invited, or who comes by the provider. */
export async function insertAccount(
  { passwordHash, roles, ...person }: InsertedAccount,
  db: Db = prisma(),
): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const accounts = passwordHash === undefined ? {} : { accounts: { create: credential(id, passwordHash) } };
  return db.user.create({
    data: { ...person, roles: [...roles], id, emailVerified: true, ...accounts },
    select: { id: true, email: true },
  });
}

/** The shape in which the auth library looks for a password: an account of the provider `credential`. */
function credential(userId: string, password: string) {
  return { id: randomUUID(), accountId: userId, providerId: "credential", password };
}

export async function putPassword(tx: Tx, userId: string, password: string): Promise<{ id: string; email: string }> {
  const { count } = await tx.account.updateMany({ where: { userId, providerId: "credential" }, data: { password } });
  if (count === 0) await tx.account.create({ data: { ...credential(userId, password), userId } });
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true } });
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.user.count({ where: { email } })) > 0;
}

export async function findUserOfIdentity(db: Db, providerId: string, subject: string): Promise<string | null> {
  const row = await db.account.findFirst({ where: { providerId, accountId: subject }, select: { userId: true } });
  return row?.userId ?? null;
}

export type KnownUser = { id: string; roles: string[]; disabledAt: Date | null; hasIdentity: boolean };

export async function findUserByEmail(db: Db, email: string, providerId: string): Promise<KnownUser | null> {
  return toKnown(await db.user.findUnique({ where: { email }, select: knownColumns(providerId) }));
}

export async function findUserById(db: Db, id: string, providerId: string): Promise<KnownUser | null> {
  return toKnown(await db.user.findUnique({ where: { id }, select: knownColumns(providerId) }));
}

const knownColumns = (providerId: string) =>
  ({ id: true, roles: true, disabledAt: true, accounts: { where: { providerId }, select: { id: true } } }) as const;

function toKnown(row: (Omit<KnownUser, "hasIdentity"> & { accounts: unknown[] }) | null): KnownUser | null {
  if (row === null) return null;
  const { accounts, ...user } = row;
  return { ...user, hasIdentity: accounts.length > 0 };
}

export async function insertIdentity(tx: Tx, userId: string, providerId: string, subject: string): Promise<void> {
  await tx.account.create({ data: { id: randomUUID(), userId, providerId, accountId: subject } });
}

export async function forgetSignInTries(key: string): Promise<void> {
  await prisma().rateLimit.deleteMany({ where: { key } });
}
