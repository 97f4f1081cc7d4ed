import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS, roleSchema } from "./contract.ts";
import { insertAccount } from "./store.ts";

const newAccountSchema = z.object({
  email: z.email().trim().toLowerCase(),
  name: z.string().trim().min(1),
  password: z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS),
  roles: z.array(roleSchema).min(1),
});
export type NewAccount = z.input<typeof newAccountSchema>;

/** For the seed and the admin's command line: nobody signs up over HTTP. */
export async function createAccount(given: NewAccount): Promise<{ id: string; email: string }> {
  const { password, ...account } = newAccountSchema.parse(given);
  return insertAccount({ ...account, passwordHash: await hashPassword(password) });
}
