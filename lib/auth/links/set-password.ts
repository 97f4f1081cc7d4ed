import { hashPassword } from "better-auth/crypto";
import { writeAudit } from "#lib/audit/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import {
  newAdminSchema,
  passwordSchema,
  type Role,
  type SetPasswordInput,
  type SetPasswordProblem,
} from "../contract.ts";
import { endSessions } from "../sql/disable-account.ts";
import { findLink, spendLink } from "../sql/links.ts";
import { lockAccounts } from "../sql/lock-accounts.ts";
import { insertAccount, isEmailTaken, putPassword } from "../store.ts";
import { hashToken } from "./token.ts";

const FIRST_ADMIN_ROLES: Role[] = ["operator", "admin"];

export type SetPasswordResult =
  | { email: string; problem?: undefined }
  | { email?: undefined; problem: SetPasswordProblem["error"] };

/** Uses the link up. The first admin says who they are; everybody else was named when the link was made. */
export async function setPassword(input: SetPasswordInput): Promise<SetPasswordResult> {
  const tokenHash = hashToken(input.token);
  const link = await findLink(tokenHash);
  if (link === null) return { problem: "link" };
  const admin = link.purpose === "first_admin" ? newAdminSchema.safeParse(input) : null;
  if (admin?.success === false) return { problem: "person" };
  const password = passwordSchema.safeParse(input.password);
  if (!password.success) return { problem: "password" };
  const passwordHash = await hashPassword(password.data);
  return transaction(async (tx) => {
    await lockAccounts(tx);
    if (admin && (await isEmailTaken(tx, admin.data.email))) return { problem: "taken" };
    const used = await spendLink(tx, tokenHash);
    if (used === null) return { problem: "link" };
    const { id, email } = admin
      ? await insertAccount({ ...admin.data, roles: FIRST_ADMIN_ROLES, passwordHash }, tx)
      : await renew(tx, used.userId, passwordHash);
    await writeAudit(tx, {
      action: admin ? "user.created" : "user.password_set",
      actor: { type: "person", id },
      subject: { type: "user", id },
      detail: { linkId: used.id, purpose: used.purpose, ...(admin && { given: FIRST_ADMIN_ROLES }) },
    });
    return { email };
  });
}

/** Whoever knew the old password is signed out. */
async function renew(tx: Tx, userId: string | null, passwordHash: string): Promise<{ id: string; email: string }> {
  invariant(userId, "a link without a person is the first admin's");
  await endSessions(tx, userId);
  return putPassword(tx, userId, passwordHash);
}
