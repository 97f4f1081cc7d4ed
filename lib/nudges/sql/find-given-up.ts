import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { NOT_WAITING } from "./claim-due-nudges.ts";

const givenUp = z.object({
  id: z.string(),
  actionKey: z.string(),
  kind: z.string(),
  runId: z.string(),
  tries: z.number(),
  error: z.string().nullable(),
  createdAt: z.date(),
  stillWaits: z.boolean(),
});
export type GivenUpNudge = z.infer<typeof givenUp>;

/** Nudges that no receiver took and that are not tried any more; those whose action still waits first. */
export async function findGivenUpNudges(db: Db, limit: number): Promise<GivenUpNudge[]> {
  return query(
    db,
    givenUp,
    Prisma.sql`
      select n.id::text as id, n.action_key as "actionKey", n.kind, a.run_id as "runId", n.tries, n.error,
        n.created_at as "createdAt", a.status = 'released' and a.attempt = n.attempt as "stillWaits"
      from nudge n join action_log a on a.key = n.action_key
      where n.sent_at is null and n.next_at = 'infinity' and n.error is distinct from ${NOT_WAITING}
      order by "stillWaits" desc, n.created_at desc
      limit ${limit}`,
  );
}
