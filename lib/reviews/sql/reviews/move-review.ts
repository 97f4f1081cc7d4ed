import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { Resolution } from "../../contract.ts";

const moved = z.object({ id: z.string(), version: z.number() });
/** The version after the move. */
export type MovedReview = z.infer<typeof moved>;

async function one(moves: Promise<MovedReview[]>): Promise<number | null> {
  return (await moves)[0]?.version ?? null;
}

/** A request was made, withdrawn, turned down, superseded or expired: what was seen before is out of date. */
export async function raiseVersions(tx: Tx, ids: readonly string[]): Promise<MovedReview[]> {
  return query(
    tx,
    moved,
    Prisma.sql`
      update review set version = version + 1
      where id = any(${[...ids]}::uuid[]) and state = 'open'
      returning id::text as id, version`,
  );
}

export async function raiseVersion(tx: Tx, id: string): Promise<number | null> {
  return one(raiseVersions(tx, [id]));
}

/** Wins against another decision of the same case, and against a late report that has closed it. */
export async function releaseReviews(tx: Tx, ids: readonly string[]): Promise<MovedReview[]> {
  return query(
    tx,
    moved,
    Prisma.sql`
      update review set state = 'released', version = version + 1
      where id = any(${[...ids]}::uuid[]) and state = 'open'
      returning id::text as id, version`,
  );
}

export async function releaseReview(tx: Tx, id: string): Promise<number | null> {
  return one(releaseReviews(tx, [id]));
}

/** The resolution is whose came first: a person's here, a late report's or a verification's where it was quicker. */
export async function closeReviews(tx: Tx, ids: readonly string[], resolution: Resolution): Promise<MovedReview[]> {
  return query(
    tx,
    moved,
    Prisma.sql`
      update review set state = 'closed', resolution = ${resolution}, closed_at = clock_timestamp(),
        version = version + 1
      where id = any(${[...ids]}::uuid[]) and state = 'open'
      returning id::text as id, version`,
  );
}

export async function closeReview(tx: Tx, id: string, resolution: Resolution): Promise<number | null> {
  return one(closeReviews(tx, [id], resolution));
}

/** The release was taken back: the same review is open again, unless the claim has closed it as sent. */
export async function returnReviews(tx: Tx, ids: readonly string[]): Promise<MovedReview[]> {
  return query(
    tx,
    moved,
    Prisma.sql`
      update review set state = 'open', version = version + 1
      where id = any(${[...ids]}::uuid[]) and state = 'released'
      returning id::text as id, version`,
  );
}

export async function returnReview(tx: Tx, id: string): Promise<number | null> {
  return one(returnReviews(tx, [id]));
}

/** Undone once, and only while nothing was learned since: a late report leaves another resolution, or a settled action. */
export async function reopenReview(tx: Tx, id: string): Promise<number | null> {
  return one(
    query(
      tx,
      moved,
      Prisma.sql`
      update review set state = 'open', resolution = null, closed_at = null, version = version + 1
      where id = ${id}::uuid and state = 'closed' and resolution = 'dismissed'
      returning id::text as id, version`,
    ),
  );
}
