import { Prisma, type Tx } from "#lib/db/index.ts";
import { BATCH_ROWS, countCollected } from "./collected.ts";
import { type Channels, joinMessages } from "./join-messages.ts";
import { UNTOLD_ROLES, UNTOLD_ROLES_END } from "./untold.ts";

/** Proposed role changes: for every admin but the one who proposed it and the one whom it is about. */
export async function collectRoles(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with told as (
        insert into notification_mark (event, subject)
        select 'roles_waiting', g.id::text from role_change g where ${UNTOLD_ROLES}
        limit ${BATCH_ROWS}
        on conflict do nothing
        returning subject
      ),
      news as (select g.*, g.proposed_at as since from told t join role_change g on g.id = t.subject::uuid),
      ${joinMessages({
        event: "roles_waiting",
        channels,
        people: Prisma.sql`
          select u.id as user_id, null::uuid as answers, '' as word, ${GROUPED}
          from news c join auth_user u on u.id <> c.proposed_by and u.id <> c.user_id
          where 'admin' = any(u.roles) and u.disabled_at is null
          group by u.id`,
        everybody: Prisma.sql`select '' as word, ${GROUPED} from news c having count(*) > 0`,
      })}
      select count(*)::int as rows from told`,
  );
}

/** What became of them: for who proposed, and as an answer for every admin who got a mail about this one. */
export async function collectRolesEnded(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with told as (
        insert into notification_mark (event, subject)
        select 'roles_decided', g.id::text from role_change g where ${UNTOLD_ROLES_END}
        limit ${BATCH_ROWS}
        on conflict do nothing
        returning subject
      ),
      news as (select g.*, g.decided_at as since from told t join role_change g on g.id = t.subject::uuid),
      concerned as (
        select c.proposed_by as told_id, null::uuid as answers, c.* from news c
        union all
        select m.recipient_id, m.id, c.*
        from news c join notification m on m.request_id = c.id
        where m.channel = 'mail' and m.event = 'roles_waiting' and m.count = 1 and m.state in ('sent', 'in_doubt')
      ),
      ${joinMessages({
        event: "roles_decided",
        channels,
        people: Prisma.sql`
          select u.id as user_id, c.answers, c.state as word, ${GROUPED}
          from concerned c join auth_user u on u.id = c.told_id
          where u.disabled_at is null and c.decided_by <> u.id
          group by u.id, c.answers, c.state`,
        everybody: Prisma.sql`
          select c.state as word, ${GROUPED} from news c where c.decided_by <> c.proposed_by group by c.state`,
      })}
      select count(*)::int as rows from told`,
  );
}

/** They are of no kind. The change stands where a request would: it is what the answers in a thread go by. */
const GROUPED = Prisma.sql`
  '' as kind, count(*)::int as n, min(c.since) as oldest_at, null::uuid as review_id,
  (array_agg(c.id order by c.since, c.id))[1] as request_id`;
