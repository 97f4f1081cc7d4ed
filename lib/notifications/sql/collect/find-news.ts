import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import { DUE_FOR_REMINDER, UNTOLD_DUPLICATE, UNTOLD_PROPOSAL, UNTOLD_ROLES, UNTOLD_ROLES_END } from "./untold.ts";

const news = z.object({
  expiring: z.boolean(),
  waiting: z.boolean(),
  ended: z.boolean(),
  duplicates: z.boolean(),
  policies: z.boolean(),
  roles: z.boolean(),
  rolesEnded: z.boolean(),
  reviews: z.boolean(),
});
export type News = z.infer<typeof news>;

/** One read in a pass without news: an update of no row would still tell every open page of the desk to look again. */
export async function findNews(): Promise<News | undefined> {
  const rows = await query(
    prisma(),
    news,
    Prisma.sql`
      select
        exists (select from review_request q where ${DUE_FOR_REMINDER}) as expiring,
        exists (select from review_request q where q.told_at is null and q.state = 'pending') as waiting,
        exists (select from review_request q where q.end_told_at is null and q.state <> 'pending') as ended,
        exists (select from action_log a where ${UNTOLD_DUPLICATE}) as duplicates,
        exists (select from policy_revision p where ${UNTOLD_PROPOSAL}) as policies,
        exists (select from role_change g where ${UNTOLD_ROLES}) as roles,
        exists (select from role_change g where ${UNTOLD_ROLES_END}) as "rolesEnded",
        exists (select from review r where r.told_at is null and r.state = 'open') as reviews`,
  );
  return rows[0];
}
