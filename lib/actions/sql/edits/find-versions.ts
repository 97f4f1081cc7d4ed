import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const version = z.object({
  actionKey: z.string(),
  reviewId: z.string().nullable(),
  status: z.string(),
  target: z.string().nullable(),
  payload: z.string().nullable(),
  payloadHash: z.string().nullable(),
});
export type VersionRecord = z.infer<typeof version>;

const COLUMNS = Prisma.sql`
  a.key as "actionKey", a.status, a.target, a.payload, a.payload_hash as "payloadHash",
  (select r.id::text from review r where r.action_key = a.key order by r.opened_at desc limit 1) as "reviewId"`;

/** The version that this action replaces. */
export async function findVersionBefore(db: Db, key: string): Promise<VersionRecord | null> {
  const rows = await query(db, version, Prisma.sql`select ${COLUMNS} from action_log a where a.replaced_by = ${key}`);
  return rows[0] ?? null;
}

/** The version that replaced it. */
export async function findVersionAfter(db: Db, replacedBy: string | null): Promise<VersionRecord | null> {
  if (replacedBy === null) return null;
  const rows = await query(db, version, Prisma.sql`select ${COLUMNS} from action_log a where a.key = ${replacedBy}`);
  return rows[0] ?? null;
}
