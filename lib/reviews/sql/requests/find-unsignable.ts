import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { personSchema } from "../../contract.ts";
import { freeToSign } from "./free-to-sign.ts";

const MAX_NAMED = 20;

const unsignable = z.object({ count: z.number(), approvers: z.array(personSchema) });
export type Unsignable = z.infer<typeof unsignable>;

/** Pending requests that need more sign-offs than there are approvers left to give them; and who has the role at all. */
export async function findUnsignable(db: Db): Promise<Unsignable> {
  const rows = await query(
    db,
    unsignable,
    Prisma.sql`
      with approver as materialized (
        select id, name from auth_user where 'approver' = any(roles) and disabled_at is null
      )
      select
        (select count(*)::int from review_request q
         where q.state = 'pending' and q.expires_at > now()
           and greatest(1, coalesce(q.sign_offs_needed, 1))
             > (select count(*) from sign_off s where s.request_id = q.id and s.verdict = 'approve')
             + (select count(*) from approver p
                where ${freeToSign("q", Prisma.sql`p.id`)})
        ) as count,
        (select coalesce(jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name)), '[]')
         from (select id, name from approver order by name, id limit ${MAX_NAMED}) named) as approvers`,
  );
  return unsignable.parse(rows[0]);
}
