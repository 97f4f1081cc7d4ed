import { randomUUID } from "node:crypto";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { prisma } from "#lib/db/index.ts";
import { type Role, roleSchema } from "./contract.ts";

export type Account = {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  disabledAt: Date | null;
};

const ACCOUNT_COLUMNS = { id: true, name: true, email: true, roles: true, disabledAt: true } as const;

export const authDatabase = () => prismaAdapter(prisma(), { provider: "postgresql" });

export async function findAccount(id: string): Promise<Account | null> {
  const row = await prisma().user.findUnique({ where: { id }, select: ACCOUNT_COLUMNS });
  return row && { ...row, roles: roleSchema.array().parse(row.roles) };
}

type InsertedAccount = { email: string; name: string; roles: Role[]; passwordHash: string };

/** The shape in which the auth library looks for a password: an account of the provider `credential`. */
export async function insertAccount({ passwordHash, ...person }: InsertedAccount): Promise<Account> {
  const id = randomUUID();
  const credential = { id: randomUUID(), accountId: id, providerId: "credential", password: passwordHash };
  const row = await prisma().user.create({
    data: { ...person, id, emailVerified: true, accounts: { create: credential } },
    select: ACCOUNT_COLUMNS,
  });
  return { ...row, roles: person.roles };
}

export async function forgetSignInTries(key: string): Promise<void> {
  await prisma().rateLimit.deleteMany({ where: { key } });
}
