import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type NewSignOff = {
  requestId: string;
  approverId: string;
  verdict: string;
  note: string | undefined;
  decisionKey: string | undefined;
};

const inserted = z.object({ id: z.string(), at: z.date() });

/** No row: the request ended, or its time ran out, between reading it and this statement. */
export async function insertSignOff(tx: Tx, given: NewSignOff): Promise<{ id: string; at: Date } | null> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into sign_off (request_id, requested_by, approver_id, verdict, note, idempotency_key)
      select q.id, q.requested_by, ${given.approverId}, ${given.verdict}, ${given.note ?? null}::text,
        ${given.decisionKey ?? null}::text
      from review_request q
      where q.id = ${given.requestId}::uuid and q.state = 'pending' and q.expires_at > clock_timestamp()
      returning id::text as id, at`,
  );
  return rows[0] ?? null;
}
