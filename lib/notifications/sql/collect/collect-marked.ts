import { Prisma, type Tx } from "#lib/db/index.ts";
import { BATCH_ROWS, countCollected } from "./collected.ts";
import { type Channels, joinMessages } from "./join-messages.ts";
import { UNTOLD_DUPLICATE, UNTOLD_PROPOSAL } from "./untold.ts";

/** Actions that may have happened twice, or have: for approvers and admins. */
export async function collectDuplicates(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with told as (
        insert into notification_mark (event, subject)
        select 'duplicate_' || a.duplicate, a.key
        from action_log a
        where ${UNTOLD_DUPLICATE}
        limit ${BATCH_ROWS}
        on conflict do nothing
        returning subject, at
      ),
      news as (
        select a.key, a.kind, a.duplicate, t.at,
          (select v.id from review v where v.action_key = a.key order by v.opened_at desc limit 1) as review_id
        from told t join action_log a on a.key = t.subject
        where a.duplicate is not null
      ),
      cases as (
        select kind, duplicate as word, count(*)::int as n, min(at) as oldest_at,
          (array_agg(review_id order by review_id) filter (where review_id is not null))[1] as review_id,
          null::uuid as request_id
        from news group by kind, duplicate
      ),
      ${joinMessages({
        event: "duplicate",
        channels,
        people: Prisma.sql`
          select u.id as user_id, null::uuid as answers, c.*
          from cases c cross join auth_user u
          where u.roles && '{approver,admin}' and u.disabled_at is null`,
        everybody: Prisma.sql`select * from cases`,
      })}
      select count(*)::int as rows from told`,
  );
}

/** Proposed loosenings of a policy: for every admin but the one who proposed it. */
export async function collectPolicies(tx: Tx, channels: Channels): Promise<number> {
  const cases = Prisma.sql`
    c.kind, '' as word, count(*)::int as n, min(c.proposed_at) as oldest_at, null::uuid as review_id,
    null::uuid as request_id`;
  return countCollected(
    tx,
    Prisma.sql`
      with told as (
        insert into notification_mark (event, subject)
        select 'policy_waiting', p.id::text
        from policy_revision p
        where ${UNTOLD_PROPOSAL}
        on conflict do nothing
        returning subject
      ),
      news as (select p.* from told t join policy_revision p on p.id = t.subject::uuid),
      ${joinMessages({
        event: "policy_waiting",
        channels,
        people: Prisma.sql`
          select u.id as user_id, null::uuid as answers, ${cases}
          from news c join auth_user u on u.id <> c.proposed_by
          where 'admin' = any(u.roles) and u.disabled_at is null
          group by u.id, c.kind`,
        everybody: Prisma.sql`select ${cases} from news c group by c.kind`,
      })}
      select count(*)::int as rows from told`,
  );
}
