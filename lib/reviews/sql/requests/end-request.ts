import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { EndReason } from "../../words.ts";

const ended = z.object({ decidedAt: z.date() });

export type RequestEnd =
  | { state: "approved" | "rejected" | "withdrawn"; decidedBy: string }
  | { state: "superseded"; endReason: EndReason };

/** Only what is still pending ends, and once: a trigger keeps a decided request as it was decided. */
export async function endRequest(tx: Tx, id: string, end: RequestEnd): Promise<{ decidedAt: Date } | null> {
  const rows = await query(
    tx,
    ended,
    Prisma.sql`
      update review_request
      set state = ${end.state}, decided_at = clock_timestamp(),
        decided_by = ${"decidedBy" in end ? end.decidedBy : null}::text,
        end_reason = ${"endReason" in end ? end.endReason : null}::text
      where id = ${id}::uuid and state = 'pending'
      returning decided_at as "decidedAt"`,
  );
  return rows[0] ?? null;
}

/** Races with a sign-off for the same instant; the request row is locked, so it ends in exactly one of the two. */
export async function expireRequest(tx: Tx, id: string): Promise<{ decidedAt: Date } | null> {
  const rows = await query(
    tx,
    ended,
    Prisma.sql`
      update review_request
      set state = 'expired', decided_at = clock_timestamp(), end_reason = 'expired'
      where id = ${id}::uuid and state = 'pending' and expires_at <= clock_timestamp()
      returning decided_at as "decidedAt"`,
  );
  return rows[0] ?? null;
}

/** A policy that was tightened since binds what is still pending; a request that ended keeps what it was decided by. */
export async function raiseSignOffsNeeded(tx: Tx, id: string, needed: number): Promise<number | null> {
  const rows = await query(
    tx,
    z.object({ needed: z.number() }),
    Prisma.sql`
      update review_request set sign_offs_needed = ${needed}::int
      where id = ${id}::uuid and state = 'pending' and coalesce(sign_offs_needed, 1) < ${needed}::int
      returning sign_offs_needed as needed`,
  );
  return rows[0]?.needed ?? null;
}
