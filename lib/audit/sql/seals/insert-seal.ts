import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";
import { SEAL_FORM, type SealHead } from "../../seal/canonical.ts";

export interface NewSeal extends Omit<SealHead, "at"> {
  /** As the clock statement gave it. */
  atIso: string;
  hash: string;
  entries: string;
}

/**
 * One chain, however many seal at once: a seal is written only behind the newest one there is, and of two that were
 * made behind the same one the unique index on `previous_hash` lets the first stand. Null where another was first.
 */
export async function insertSeal(seal: NewSeal): Promise<string | null> {
  const [written] = await query(
    prisma(),
    z.object({ id: z.string() }),
    Prisma.sql`
      insert into audit_seal (from_id, to_id, row_count, hash, previous_hash, at, form, entries)
      select ${seal.fromId}::bigint, ${seal.toId}::bigint, ${seal.rowCount}::int, ${seal.hash}, ${seal.previousHash},
        ${seal.atIso}::timestamptz, ${SEAL_FORM}::smallint, ${seal.entries}
      where ${seal.previousHash} = coalesce((select s.hash from audit_seal s order by s.from_id desc limit 1), '')
      on conflict do nothing
      returning id::text as id`,
  );
  return written?.id ?? null;
}

/** One reading, twice worded: for the column, and for the hash. */
export async function readSealTime(): Promise<{ iso: string; seconds: string }> {
  const [time] = await query(
    prisma(),
    z.object({ iso: z.string(), seconds: z.string() }),
    Prisma.sql`
      with clock as materialized (select clock_timestamp() as now)
      select to_char(now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as iso,
        extract(epoch from now)::text as seconds
      from clock`,
  );
  if (time === undefined) throw new Error("the clock gave no row");
  return time;
}
