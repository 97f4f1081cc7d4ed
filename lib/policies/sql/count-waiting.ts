import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import { type PolicyFields, RECOVERIES } from "../contract.ts";

const durations = z.object({
  succeeded: z.number(),
  slowerThanLimit: z.number(),
  longestSeconds: z.number().nullable(),
});
export type Durations = z.infer<typeof durations>;

/** How long executions took that their own worker reported: the last week's, and the longest of the last month. */
export async function readDurations(db: Db, kind: string, limitSeconds: number): Promise<Durations> {
  const [row] = await query(
    db,
    durations,
    Prisma.sql`
      with recent as (
        select a.completed_at, extract(epoch from a.completed_at - a.attempted_at)::float8 as took
        from action_log a
        where a.completed_at between now() - interval '30 days' and now() and a.kind = ${kind}
          and a.status = 'succeeded' and coalesce(a.settled_by, 'worker') = 'worker' and isfinite(a.attempted_at)
      )
      select count(*) filter (where completed_at > now() - interval '7 days')::int as succeeded,
        count(*) filter (where completed_at > now() - interval '7 days' and took > ${limitSeconds}::int)::int
          as "slowerThanLimit",
        max(took) as "longestSeconds"
      from recent`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}

const inFlight = z.object({ inFlight: z.number(), inFlightPastLimit: z.number() });

export async function countInFlight(db: Db, kind: string, limitSeconds: number): Promise<z.infer<typeof inFlight>> {
  const [row] = await query(
    db,
    inFlight,
    Prisma.sql`
      select count(*)::int as "inFlight",
        count(*) filter (
          where case when a.deadline_at is null then greatest(a.attempted_at, a.heartbeat_at) else a.attempted_at end
            <= now() - make_interval(secs => ${limitSeconds}::int))::int as "inFlightPastLimit"
      from action_log a
      where a.status = 'in_flight' and a.kind = ${kind}`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}

const openReviews = z.object({
  openReviews: z.number(),
  wouldHaveRetried: z.number(),
  wouldHaveBeenChecked: z.number(),
});

/** As `judge` would have decided under these fields, had the action come to it now. */
export async function countOpenReviews(
  db: Db,
  kind: string,
  fields: PolicyFields,
): Promise<z.infer<typeof openReviews>> {
  const spareSeconds = fields.providerWindowSeconds - fields.staleAfterSeconds - fields.backoffSeconds;
  const automatic = Prisma.sql`
    a.status = 'failed' and a.failure = 'may_have_happened' and a.payload is not null
    and coalesce(a.error ->> 'permanent' = 'true', false) = false and a.attempt < ${fields.maxAttempts}::int
    and (${fields.gate}::text = 'never' or exists (
      select from review_request q
      where q.review_id = v.id and q.type in ('send', 'resend') and q.state = 'approved'))`;
  const [row] = await query(
    db,
    openReviews,
    Prisma.sql`
      select count(*)::int as "openReviews",
        count(*) filter (
          where ${fields.recovery}::text = 'retry' and ${automatic}
            and coalesce(a.first_attempted_at, a.attempted_at) + make_interval(secs => ${spareSeconds}::int) > now()
        )::int as "wouldHaveRetried",
        count(*) filter (where ${fields.recovery}::text = 'verify' and ${automatic})::int as "wouldHaveBeenChecked"
      from review v join action_log a on a.key = v.action_key
      where v.state = 'open' and a.kind = ${kind}`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}

const pending = z.object({
  pendingRequests: z.number(),
  pendingNeedingMore: z.number(),
  pendingSuperseded: z.number(),
});

/** What becomes of requests that wait when these fields bind them: stricter ones void them, or want more signatures. */
export async function countPending(db: Db, kind: string, fields: PolicyFields): Promise<z.infer<typeof pending>> {
  const { resend, dismiss, markHappened } = fields.signOffs;
  const looser = RECOVERIES.slice(0, RECOVERIES.indexOf(fields.recovery));
  const voided = Prisma.sql`
    (coalesce(q.recovery = any(${looser}::text[]), false)
      or coalesce(q.gate = 'never' and ${fields.gate}::text = 'before_send', false))`;
  const [row] = await query(
    db,
    pending,
    Prisma.sql`
      select count(*)::int as "pendingRequests",
        count(*) filter (where not ${voided} and coalesce(q.sign_offs_needed, 1) < case q.type
          when 'dismiss' then ${dismiss}::int
          when 'mark_happened' then ${markHappened}::int
          when 'resend' then case a.failure when 'did_not_happen' then ${resend}::int else greatest(1, ${resend}::int) end
          else greatest(1, ${resend}::int) end)::int as "pendingNeedingMore",
        count(*) filter (where ${voided})::int as "pendingSuperseded"
      from review_request q join review v on v.id = q.review_id join action_log a on a.key = v.action_key
      where q.state = 'pending' and q.expires_at > now() and a.kind = ${kind}`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}
