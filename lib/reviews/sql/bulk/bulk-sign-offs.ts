import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";

export type NewBulkSignOff = {
  bulkRequestId: string;
  approverId: string;
  verdict: string;
  note: string | undefined;
  decisionKey: string | undefined;
  answer: unknown;
};

const given = z.object({ id: z.string(), at: z.date() });

/** One per approver, by the table itself: a second tab of theirs finds that they have signed. */
export async function insertBulkSignOff(tx: Tx, bulk: NewBulkSignOff): Promise<{ id: string; at: Date } | null> {
  const rows = await query(
    tx,
    given,
    Prisma.sql`
      insert into bulk_sign_off (bulk_request_id, approver_id, verdict, note, idempotency_key, answer)
      values (${bulk.bulkRequestId}::uuid, ${bulk.approverId}, ${bulk.verdict}, ${bulk.note ?? null}::text,
        ${bulk.decisionKey ?? null}::text, ${JSON.stringify(bulk.answer)}::jsonb)
      on conflict on constraint bulk_sign_off_one_per_approver do nothing
      returning id::text as id, at`,
  );
  return rows[0] ?? null;
}

const signOffRecord = z.object({
  approverId: z.string(),
  verdict: z.enum(["approve", "reject"]),
  note: z.string().nullable(),
  at: z.date(),
  decisionKey: z.string().nullable(),
  answer: z.unknown(),
});
export type BulkSignOffRecord = z.infer<typeof signOffRecord>;

/** Oldest first. */
export async function findBulkSignOffs(db: Db, bulkRequestId: string): Promise<BulkSignOffRecord[]> {
  return query(
    db,
    signOffRecord,
    Prisma.sql`
      select approver_id as "approverId", verdict, note, at, idempotency_key as "decisionKey", answer
      from bulk_sign_off
      where bulk_request_id = ${bulkRequestId}::uuid
      order by at, id`,
  );
}
