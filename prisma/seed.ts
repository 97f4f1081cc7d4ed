import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { createAccount, type Role } from "#lib/auth/index.ts";
import { disconnect, prisma } from "#lib/db/index.ts";
import { DEMO_POLICIES } from "../examples/outreach-agent/demo-policies.ts";

const PASSWORD_BYTES = 12;

/** One account for each role; an admin signs only if also an approver, and this one is not. */
const PEOPLE: { role: Role; roles: Role[]; name: string; email: string }[] = [
  { role: "operator", roles: ["operator"], name: "Bo Lind", email: "operator@example.com" },
  { role: "approver", roles: ["approver"], name: "Cara Voss", email: "approver@example.com" },
  { role: "admin", roles: ["operator", "admin"], name: "Dev Rao", email: "admin@example.com" },
];

export interface SeededAccount {
  role: Role;
  email: string;
  password: string;
}

/** The accounts of a self-contained desk and, with the demo, its short times. Run again, it makes new passwords. */
export async function seed(options: { databaseUrl: string; demo: boolean }): Promise<{ accounts: SeededAccount[] }> {
  process.env["DATABASE_URL"] = options.databaseUrl;
  try {
    if (options.demo) await shortenTimes();
    const accounts: SeededAccount[] = [];
    for (const person of PEOPLE) accounts.push(await seedAccount(person));
    return { accounts };
  } finally {
    await disconnect();
  }
}

async function seedAccount({ role, ...person }: (typeof PEOPLE)[number]): Promise<SeededAccount> {
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const existing = await prisma().user.findUnique({ where: { email: person.email } });
  if (existing === null) {
    await createAccount({ ...person, password });
  } else {
    // A start that was killed after it made the account, and before it could show the password.
    await prisma().account.updateMany({
      where: { userId: existing.id },
      data: { password: await hashPassword(password) },
    });
  }
  return { role, email: person.email, password };
}

/** As an admin would: a new version of the policy, with its revision. */
async function shortenTimes(): Promise<void> {
  const db = prisma();
  for (const [kind, fields] of Object.entries(DEMO_POLICIES)) {
    const { version } = await db.policy.findUniqueOrThrow({ where: { kind }, select: { version: true } });
    if (version > 1) continue;
    const changed = { ...fields, version: version + 1, updatedBy: "demo" };
    await db.$transaction([
      db.policy.update({ where: { kind }, data: changed }),
      db.policyRevision.create({
        data: { kind, version: version + 1, fields, reason: "short times for the demo", proposedBy: "demo" },
      }),
    ]);
  }
}
