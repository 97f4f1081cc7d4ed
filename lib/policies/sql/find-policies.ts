import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { POLICY_COLUMNS, type PolicyRecord, policyRecord } from "./policy-record.ts";

const policyRow = z.object({ kind: z.string() });

export async function findPolicy(db: Db, kind: string): Promise<PolicyRecord | null> {
  const rows = await query(db, policyRecord, Prisma.sql`select ${POLICY_COLUMNS} from policy p where p.kind = ${kind}`);
  return rows[0] ?? null;
}

export async function readKindsWithPolicy(db: Db): Promise<ReadonlySet<string>> {
  const rows = await query(db, policyRow, Prisma.sql`select p.kind from policy p`);
  return new Set(rows.map(({ kind }) => kind));
}

export async function findAllPolicies(db: Db): Promise<PolicyRecord[]> {
  return query(db, policyRecord, Prisma.sql`select ${POLICY_COLUMNS} from policy p order by p.kind`);
}
