import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";
import type { SealHead } from "../../seal/canonical.ts";

export interface Seal extends SealHead {
  id: string;
  form: number;
  hash: string;
  entries: string;
}

const seal: z.ZodType<Seal> = z.object({
  id: z.string(),
  form: z.number(),
  fromId: z.string(),
  toId: z.string(),
  rowCount: z.number(),
  previousHash: z.string(),
  at: z.string(),
  hash: z.string(),
  entries: z.string(),
});

const COLUMNS = Prisma.sql`s.id::text as id, s.form::int as form, s.from_id::text as "fromId", s.to_id::text as "toId",
  s.row_count as "rowCount", s.previous_hash as "previousHash", extract(epoch from s.at)::text as at, s.hash, s.entries`;

/** In the order of the rows they seal. */
export async function listSeals({
  after,
  upto,
  limit,
}: {
  after: string | null;
  upto: string;
  limit: number;
}): Promise<Seal[]> {
  const bound = after === null ? Prisma.sql`true` : Prisma.sql`s.from_id > ${after}::bigint`;
  return query(
    prisma(),
    seal,
    Prisma.sql`
      select ${COLUMNS} from audit_seal s
      where ${bound} and s.from_id <= ${upto}::bigint order by s.from_id limit ${limit}`,
  );
}

/** A seal and the one before it. */
export async function findSealWithPrevious(id: string): Promise<Seal[]> {
  return query(
    prisma(),
    seal,
    Prisma.sql`
      select ${COLUMNS} from audit_seal s
      where s.from_id <= (select w.from_id from audit_seal w where w.id = ${id}::bigint)
      order by s.from_id desc limit 2`,
  );
}

/** The newest first. */
export async function listNewestSeals(limit: number): Promise<Seal[]> {
  return query(prisma(), seal, Prisma.sql`select ${COLUMNS} from audit_seal s order by s.from_id desc limit ${limit}`);
}

/** The seal that a check of everything made since a time must begin behind: the last one before it. */
export async function findSealBefore(since: Date): Promise<Seal | null> {
  const [found] = await query(
    prisma(),
    seal,
    Prisma.sql`
      select ${COLUMNS} from audit_seal s
      where s.from_id < coalesce((select min(n.from_id) from audit_seal n where n.at >= ${since}),
        (select max(n.to_id) + 1 from audit_seal n))
      order by s.from_id desc limit 1`,
  );
  return found ?? null;
}

export async function countUnsealed(after: string | null): Promise<number> {
  const [counted] = await query(
    prisma(),
    z.object({ rows: z.number() }),
    Prisma.sql`select count(*)::int as rows from audit_log where id > ${after ?? "0"}::bigint`,
  );
  return counted?.rows ?? 0;
}
