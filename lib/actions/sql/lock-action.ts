import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";

const lockedAction = z.object({
  key: z.string(),
  kind: z.string(),
  status: z.string(),
  attempt: z.number(),
  payloadHash: z.string().nullable(),
  hasPayload: z.boolean(),
  failure: z.string().nullable(),
  replacedBy: z.string().nullable(),
  releaseRequestId: z.string().nullable(),
  claimedBy: z.string().nullable(),
  settledBy: z.string().nullable(),
});
export type LockedAction = z.infer<typeof lockedAction>;

const LOCKED_ACTIONS = Prisma.sql`
  select key, kind, status, attempt, payload_hash as "payloadHash", payload is not null as "hasPayload", failure,
    replaced_by as "replacedBy", release_request_id as "releaseRequestId", claimed_by as "claimedBy", settled_by as "settledBy"
  from action_log`;

/**
 * The action rows first, before anything else of their cases is read or written: two people's transactions then queue
 * here. In key order, so that two sets that share rows never wait for each other.
 */
export async function lockActions(tx: Tx, keys: readonly string[]): Promise<LockedAction[]> {
  return query(
    tx,
    lockedAction,
    Prisma.sql`${LOCKED_ACTIONS} where key = any(${[...keys]}::text[]) order by key for update`,
  );
}

export async function lockAction(tx: Tx, key: string): Promise<LockedAction | null> {
  return (await lockActions(tx, [key]))[0] ?? null;
}

/** As they are now, for whoever only looks. */
export async function peekActions(db: Db, keys: readonly string[]): Promise<LockedAction[]> {
  return query(db, lockedAction, Prisma.sql`${LOCKED_ACTIONS} where key = any(${[...keys]}::text[])`);
}
