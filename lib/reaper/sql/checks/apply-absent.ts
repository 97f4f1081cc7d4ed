import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { ReleaseVerdict } from "#lib/policies/index.ts";
import type { AskedCheck } from "./lock-checked.ts";
import { doubtfulUntil, rowUntil } from "./quiet-from.ts";

export interface AbsentCheck extends AskedCheck {
  attempt: number;
  verdict: ReleaseVerdict;
  runId: string;
}

/**
 * The provider knows nothing of it, asked when it had to know: one more claim. The caller holds the action's lock, so
 * that neither a review nor an attempt can appear beside the guard; a newer attempt, a person who is deciding, and a
 * question put too early each keep it from releasing. Whether it did.
 */
export async function applyAbsent(tx: Tx, check: AbsentCheck): Promise<boolean> {
  const { key, attempt, verificationId, quietSeconds, verdict, runId } = check;
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with changed as (
        update action_log a
        set status = 'released', released_at = clock_timestamp(), release_reason = 'absent', release_request_id = null,
          release_expires_at = ${verdict.expiresAt}::timestamptz, claimable_at = ${verdict.claimableAt}::timestamptz,
          claim_token = null, completed_at = null, next_check_at = null, revision = a.revision + 1
        where a.key = ${key} and a.status = 'failed' and a.attempt = ${attempt}::int and a.next_check_at is not null
          and not exists (select from review v where v.action_key = a.key and v.state <> 'closed')
          and (select q.asked_at from verification q where q.id = ${verificationId}::bigint)
            >= coalesce(${doubtfulUntil}, ${rowUntil}, 'infinity') + ${quietSeconds}::float8 * interval '1 second'
        returning a.key, a.attempt
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.released', 'action', key,
          jsonb_build_object('reason', 'absent', 'attempt', attempt, 'from', 'failed', 'to', 'released',
            'verification_id', ${verificationId}::text, 'run_id', ${runId}::text)
        from changed
      )
      select key from changed`,
  );
  return rows.length > 0;
}
