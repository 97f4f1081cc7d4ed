import { Prisma } from "#lib/db/index.ts";
import type { Verdict } from "#lib/policies/index.ts";
import type { JudgedRow } from "./judged-row.ts";

export interface Judged<V extends Verdict = Verdict> {
  row: JudgedRow;
  verdict: V;
}

/**
 * The first two CTEs of every write: the verdicts, and their action rows, locked before anything else of the case.
 * The revision is the guard: a worker that reported, or sent a heartbeat, since the row was read wins. Rows that
 * someone else holds are skipped, so that passes side by side neither wait for nor deadlock each other.
 */
export function lockJudged(judged: readonly Judged[], columns: Prisma.Sql): Prisma.Sql {
  const given = judged.map(({ row, verdict }) => ({
    key: row.key,
    attempt: row.attempt,
    revision: row.revision,
    status: row.status,
    ...verdict,
  }));
  return Prisma.sql`
    given as (
      select *
      from json_to_recordset(${JSON.stringify(given)}::json)
        as g(key text, attempt int, revision int, status text, ended text, ${columns})
    ),
    locked as materialized (
      select g.*, a.claim_token, a.claimed_by, a.attempted_at, a.deadline_at, a.effect_started_at, a.completed_at,
        a.late_attempt, a.error
      from given g join action_log a on a.key = g.key
      where a.revision = g.revision and a.attempt = g.attempt and a.status = g.status
      order by a.key
      for update of a skip locked
    )`;
}

/** For the aliases `a` and `l`: what is known of the action once the attempt's end is counted in. */
export const doubtsAfter = Prisma.sql`a.doubts + case l.ended when 'may_have_happened' then 1 else 0 end`;
export const failureAfter = Prisma.sql`
  case
    when l.ended is null then a.failure
    when l.ended = 'not_started' and a.doubts = 0 then 'did_not_happen'
    else 'may_have_happened'
  end`;

/**
 * The row of an attempt whose end nobody recorded; a failed one was ended by a seven-column worker. It reads `changed`,
 * which returns `l.*`: joining the two again is a nested loop of all rows with all rows, 2 s for a batch.
 */
export const recordEnds = Prisma.sql`
  ends as (
    insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at,
      effect_started_at, ended_at, ended_by, outcome, error)
    select key, attempt, claim_token, claimed_by, attempted_at, deadline_at, effect_started_at,
      case status when 'failed' then coalesce(completed_at, clock_timestamp()) else clock_timestamp() end,
      case status when 'failed' then 'worker' else 'reaper' end, ended, error
    from changed
    where ended is not null and attempt > 0
    on conflict on constraint action_attempt_claim_key do nothing
  )`;
