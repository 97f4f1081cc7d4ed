import { transaction, type Tx } from "#lib/db/index.ts";
import { verificationSchema, type VerificationView } from "./contract.ts";
import { listVerifications } from "./sql/list-verifications.ts";

/** What the provider was asked about an action and what it said, the newest first. */
export async function readEvidence(key: string, tx?: Tx): Promise<VerificationView[]> {
  const records =
    tx === undefined ? await transaction((own) => listVerifications(own, key)) : await listVerifications(tx, key);
  return records.map((record) =>
    verificationSchema.parse({
      ...record,
      askedAt: record.askedAt.toISOString(),
      answeredAt: record.answeredAt?.toISOString() ?? null,
    }),
  );
}
