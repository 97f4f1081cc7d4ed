import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";
import { actorTypeSchema, type AuditFilter } from "../../contract.ts";

const eventRow = z.object({
  id: z.string(),
  at: z.string(),
  actorType: actorTypeSchema,
  actorId: z.string(),
  actorName: z.string().nullable(),
  roles: z.array(z.string()).nullable(),
  via: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  reviewId: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  detailText: z.string(),
});
export type EventRow = z.infer<typeof eventRow>;

export interface EventsWanted {
  filter: AuditFilter;
  /** Rows older than this one. */
  before: string | undefined;
  limit: number;
}

/**
 * The newest first. Only the rows of the page are joined with what tells of them: a name, and the reason, which stands
 * where it was given and not in the log.
 */
export async function listEventRows({ filter, before, limit }: EventsWanted): Promise<EventRow[]> {
  return query(
    prisma(),
    eventRow,
    Prisma.sql`
      with page as materialized (
        select l.* from audit_log l where ${conditionOf(filter, before)} order by l.at desc, l.id desc limit ${limit}
      )
      select l.id::text as id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
        l.actor_type as "actorType", l.actor_id as "actorId", u.name as "actorName",
        coalesce(l.roles, case when jsonb_typeof(l.detail -> 'roles') = 'array'
          then array(select jsonb_array_elements_text(l.detail -> 'roles')) end) as roles,
        coalesce(l.via, case when l.actor_type <> 'person' then 'machine' end) as via, l.address, l.action,
        l.subject_type as "subjectType", l.subject_id as "subjectId",
        case l.subject_type when 'review' then l.subject_id
          else coalesce(l.detail ->> 'review_id', q.review_id::text, (
            select r.id::text from review r where l.subject_type = 'action' and r.action_key = l.subject_id
            order by r.opened_at desc limit 1)) end as "reviewId",
        coalesce(l.reason, c.body, p.reason, q.reason) as reason, l.request_id as "requestId", l.detail,
        l.detail::text as "detailText"
      from page l
        left join auth_user u on u.id = l.actor_id and l.actor_type = 'person'
        left join review_request q on q.id::text =
          case when l.subject_type = 'request' then l.subject_id else l.detail ->> 'request_id' end
        left join review_comment c on c.id::text = l.detail ->> 'comment_id'
        left join policy_revision p on p.id::text = l.detail ->> 'revision_id'
      order by l.at desc, l.id desc`,
  );
}

function conditionOf({ who, what, on, via, since, until, text }: AuditFilter, before: string | undefined): Prisma.Sql {
  const parts = [
    before === undefined
      ? []
      : Prisma.sql`(l.at, l.id) < (select b.at, b.id from audit_log b where b.id = ${before}::bigint)`,
    who === undefined ? [] : Prisma.sql`l.actor_id = ${who}`,
    what === undefined ? [] : Prisma.sql`l.action = ${what}`,
    on === undefined ? [] : Prisma.sql`l.subject_id collate "C" = ${on}`,
    since === undefined ? [] : Prisma.sql`l.at >= ${since}`,
    until === undefined ? [] : Prisma.sql`l.at < ${until}`,
    via === undefined ? [] : viaCondition(via),
    text === undefined ? [] : textCondition(text),
  ].flat();
  return parts.length === 0 ? Prisma.sql`true` : Prisma.join(parts, " and ");
}

/** What the reaper and the workers wrote says nothing of it. */
function viaCondition(via: string): Prisma.Sql {
  if (via !== "machine") return Prisma.sql`l.via = ${via}`;
  return Prisma.sql`(l.via = 'machine' or (l.via is null and l.actor_type <> 'person'))`;
}

/** Each part has an index of its own, and a beginning is a range of it. */
function textCondition(text: string): Prisma.Sql {
  const beginning = `${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return Prisma.sql`(l.subject_id collate "C" like ${beginning} or l.request_id = ${text}
    or (l.detail ? 'action_key' and (l.detail ->> 'action_key') collate "C" like ${beginning}))`;
}
