import { Prisma } from "#lib/db/index.ts";

/** Of an item `i`, its bulk request `b`, its request `q`, its review `v` and its action `a`. */
export const ITEM_SOURCE = Prisma.sql`
  bulk_request_item i
  join bulk_request b on b.id = i.bulk_request_id
  join review v on v.id = i.review_id
  join action_log a on a.key = v.action_key
  left join review_request q on q.id = i.request_id`;

/**
 * The audit alone says what became of a release that no worker claimed. It is asked by the one request and the one action:
 * without the `offset` the planner reads every release that was ever taken back or lapsed, for each item of the set.
 */
const RELEASE_ENDED = Prisma.sql`
  select told.id, told.action, told.by, told.at
  from (select l.id, l.action, l.actor_id as by, l.at from audit_log l
    where l.subject_type = 'request' and l.subject_id = q.id::text offset 0) told
  where told.action = 'release.taken_back'
  union all
  select told.id, told.action, told.by, told.at
  from (select l.id, l.action, l.actor_id as by, l.at, l.detail from audit_log l
    where l.subject_type = 'action' and l.subject_id = a.key offset 0) told
  where told.action = 'action.lapsed' and told.detail ->> 'request_id' = q.id::text`;

/** A release was carried out once a worker claimed it, whatever came of that; the claim raised the attempt. */
export const ITEM_OUTCOME = Prisma.sql`
  case
    when i.left_out is not null then 'left_out'
    when i.refused is not null then 'refused'
    when q.id is null then case b.state when 'stopped' then 'not_attempted' else 'waiting' end
    when q.state = 'pending' then case
      when b.state = 'stopped' then 'not_attempted'
      when q.expires_at > now() then 'waiting'
      else 'refused'
    end
    when q.state = 'withdrawn' then 'not_attempted'
    when q.state <> 'approved' then 'refused'
    when q.type in ('dismiss', 'mark_happened') then 'done'
    when a.status = 'released' and a.release_request_id = q.id then 'waiting'
    when a.attempt <= q.attempt then 'not_attempted'
    when a.release_request_id = q.id then 'done'
    when exists (${RELEASE_ENDED}) then 'not_attempted'
    else 'done'
  end`;

/** Who took the release back and when, or that it lapsed, for the items whose release no worker claimed. */
export const RELEASE_END = Prisma.sql`
  left join lateral (
    select ended.action, ended.by, ended.at
    from (${RELEASE_ENDED}) ended
    where q.state = 'approved' and q.type in ('send', 'resend')
    order by ended.id desc
    limit 1
  ) e on true`;
