import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import { freeToSign } from "./free-to-sign.ts";

const loadRow = z.object({ userId: z.string(), openRequests: z.number(), waitOnlyForThem: z.number() });
export type PersonLoad = z.infer<typeof loadRow>;

/** Whose requests are pending; and which pending ones have too few other approvers to be signed off without a person. */
export async function findPersonLoads(): Promise<PersonLoad[]> {
  return query(
    prisma(),
    loadRow,
    Prisma.sql`
      with pending as (
        select q.id, q.requested_by, q.edited_by, q.editors,
          greatest(1, coalesce(q.sign_offs_needed, 1))
            - (select count(*) from sign_off s where s.request_id = q.id and s.verdict = 'approve') as missing
        from review_request q where q.state = 'pending'
      ), able as (
        select p.id, p.missing, u.id as user_id, count(*) over (partition by p.id) as approvers
        from pending p join auth_user u
          on 'approver' = any(u.roles) and u.disabled_at is null and ${freeToSign("p", Prisma.sql`u.id`)}
      ), loads as (
        select requested_by as user_id, 1 as own, 0 as sole from pending
        union all
        select user_id, 0, 1 from able where approvers = missing
      )
      select user_id as "userId", sum(own)::int as "openRequests", sum(sole)::int as "waitOnlyForThem"
      from loads group by user_id`,
  );
}
