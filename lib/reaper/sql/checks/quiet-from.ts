import { Prisma } from "#lib/db/index.ts";

/**
 * For the alias `a`: when the last attempt in doubt that has been recorded was over. By its deadline; by its end where
 * it has none, or where its worker was still at work after it. Null where there is no such attempt.
 */
export const doubtfulUntil = Prisma.sql`(
  select max(case when not isfinite(coalesce(t.deadline_at, 'infinity')) then t.ended_at
    when t.ended_by = 'worker' then greatest(t.deadline_at, t.ended_at) else t.deadline_at end)
  from action_attempt t
  where t.action_key = a.key and t.outcome = 'may_have_happened' and t.late_outcome is distinct from 'did_not_happen')`;

/** The same from the row alone, which is all that is known of an adopted one. */
export const rowUntil = Prisma.sql`
  greatest(case when isfinite(a.deadline_at) then a.deadline_at end,
    case when isfinite(a.completed_at) then a.completed_at end)`;
