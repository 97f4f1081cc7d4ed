import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { EndReason } from "../../words.ts";

const ended = z.object({ id: z.string(), decidedAt: z.date() });
export type Ended = z.infer<typeof ended>;

export type RequestEnd =
  | { state: "approved" | "rejected" | "withdrawn"; decidedBy: string }
  | { state: "superseded"; endReason: EndReason };

/** Only what is still pending ends, and once: a trigger keeps a decided request as it was decided. */
export async function endRequests(tx: Tx, ids: readonly string[], end: RequestEnd): Promise<Ended[]> {
  return query(
    tx,
    ended,
    Prisma.sql`
      update review_request
      set state = ${end.state}, decided_at = clock_timestamp(),
        decided_by = ${"decidedBy" in end ? end.decidedBy : null}::text,
        end_reason = ${"endReason" in end ? end.endReason : null}::text
      where id = any(${[...ids]}::uuid[]) and state = 'pending'
      returning id::text as id, decided_at as "decidedAt"`,
  );
}

export async function endRequest(tx: Tx, id: string, end: RequestEnd): Promise<Ended | null> {
  return (await endRequests(tx, [id], end))[0] ?? null;
}

/** Races with a sign-off for the same instant; the request row is locked, so it ends in exactly one of the two. */
export async function expireRequests(tx: Tx, ids: readonly string[]): Promise<Ended[]> {
  return query(
    tx,
    ended,
    Prisma.sql`
      update review_request
      set state = 'expired', decided_at = clock_timestamp(), end_reason = 'expired'
      where id = any(${[...ids]}::uuid[]) and state = 'pending' and expires_at <= clock_timestamp()
      returning id::text as id, decided_at as "decidedAt"`,
  );
}

export async function expireRequest(tx: Tx, id: string): Promise<Ended | null> {
  return (await expireRequests(tx, [id]))[0] ?? null;
}

export type Tightening = { id: string; needed: number };

const tightened = z.object({ id: z.string(), needed: z.number() });

/** A policy that was tightened since binds what is still pending; a request that ended keeps what it was decided by. */
export async function raiseAllSignOffsNeeded(tx: Tx, tightenings: readonly Tightening[]): Promise<Tightening[]> {
  if (tightenings.length === 0) return [];
  return query(
    tx,
    tightened,
    Prisma.sql`
      with raised as materialized (
        select t.id as request_id, t.needed
        from json_to_recordset(${JSON.stringify(tightenings)}::json) as t(id uuid, needed int)
      )
      update review_request q set sign_offs_needed = raised.needed
      from raised
      where q.id = raised.request_id and q.state = 'pending' and coalesce(q.sign_offs_needed, 1) < raised.needed
      returning q.id::text as id, q.sign_offs_needed as needed`,
  );
}

export async function raiseSignOffsNeeded(tx: Tx, id: string, needed: number): Promise<number | null> {
  return (await raiseAllSignOffsNeeded(tx, [{ id, needed }]))[0]?.needed ?? null;
}
