import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type Signature = {
  approverId: string;
  verdict: string;
  note: string | undefined;
  decisionKey: string | undefined;
};
export type NewSignOff = Signature & { requestId: string };

const inserted = z.object({ id: z.string(), requestId: z.string(), at: z.date() });
export type GivenSignOff = z.infer<typeof inserted>;

/** One row for each. A missing one: its request ended, or its time ran out, between reading it and this statement. */
export async function insertSignOffs(tx: Tx, requestIds: readonly string[], given: Signature): Promise<GivenSignOff[]> {
  return query(
    tx,
    inserted,
    Prisma.sql`
      insert into sign_off (request_id, requested_by, approver_id, verdict, note, idempotency_key)
      select q.id, q.requested_by, ${given.approverId}, ${given.verdict}, ${given.note ?? null}::text,
        ${given.decisionKey ?? null}::text
      from review_request q
      where q.id = any(${[...requestIds]}::uuid[]) and q.state = 'pending' and q.expires_at > clock_timestamp()
      returning id::text as id, request_id::text as "requestId", at`,
  );
}

export async function insertSignOff(tx: Tx, { requestId, ...given }: NewSignOff): Promise<GivenSignOff | null> {
  return (await insertSignOffs(tx, [requestId], given))[0] ?? null;
}
