import { type Db, prisma } from "#lib/db/index.ts";
import { policySchema, type StoredPolicy } from "./contract.ts";

/** The policies of these kinds; a kind that is missing from the answer has none. */
export async function readPolicies(
  kinds: readonly string[],
  db: Db = prisma(),
): Promise<ReadonlyMap<string, StoredPolicy>> {
  const rows = await db.policy.findMany({ where: { kind: { in: [...kinds] } } });
  return new Map(rows.map((row) => [row.kind, toStoredPolicy(row)]));
}

export async function readPolicy(kind: string, db: Db = prisma()): Promise<StoredPolicy | undefined> {
  return (await readPolicies([kind], db)).get(kind);
}

type PolicyRow = Awaited<ReturnType<Db["policy"]["findMany"]>>[number];

function toStoredPolicy(row: PolicyRow): StoredPolicy {
  const { signOffsResend, signOffsDismiss, signOffsMarkHappened, ...fields } = row;
  const signOffs = { resend: signOffsResend, dismiss: signOffsDismiss, markHappened: signOffsMarkHappened };
  const parsed = policySchema.safeParse({ ...fields, signOffs });
  if (parsed.success) return parsed.data;
  return { kind: row.kind, brokenFields: [...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))] };
}
