import { Prisma, type Tx } from "#lib/db/index.ts";

/** The open case has new evidence: whoever decides must have seen it. No question follows, a person is deciding. */
export async function noteOnReview(tx: Tx, key: string): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    with case_of as (
      update review set version = version + 1 where action_key = ${key} and state <> 'closed' returning id, action_key
    )
    insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
    select 'reaper', 'reaper', 'review.evidence_added', 'review', id::text,
      jsonb_build_object('action_key', action_key, 'answer', 'absent')
    from case_of`);
}
