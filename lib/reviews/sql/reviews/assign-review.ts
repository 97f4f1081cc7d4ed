import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";

const assigned = z.object({ actionKey: z.string(), from: z.string().nullable() });

/** A soft mark, so the last one stands and the version stays; only a closed case takes no more of them. */
export async function assignReview(
  tx: Tx,
  id: string,
  assigneeId: string | null,
): Promise<z.infer<typeof assigned> | null> {
  const rows = await query(
    tx,
    assigned,
    Prisma.sql`
      update review r set assignee_id = ${assigneeId}::text
      from (select id, assignee_id from review where id = ${id}::uuid for update) was
      where r.id = was.id and r.state <> 'closed'
      returning r.action_key as "actionKey", was.assignee_id as "from"`,
  );
  return rows[0] ?? null;
}

const state = z.object({ state: z.string() });

export async function findReviewState(tx: Db, id: string): Promise<string | null> {
  const rows = await query(tx, state, Prisma.sql`select state from review where id = ${id}::uuid`);
  return rows[0]?.state ?? null;
}
