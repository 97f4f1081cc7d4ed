import { Prisma } from "#lib/db/index.ts";
import { DEFAULT_FIELDS } from "../rules/fields.ts";

const TAKES_EFFECT = Prisma.sql`coalesce(r.effective_at, r.proposed_at)`;

/**
 * For `action_log a` without a deadline of its own, beside `policy p` of its kind: the longest limit of all that were in
 * force since its claim, in seconds. What `bindingPolicy` says of `staleAfterSeconds`, said in SQL, because such rows
 * are found by it; a limit that never took effect counts too, which can only make them wait longer.
 */
export const STALE_AFTER_SINCE_CLAIM = Prisma.sql`
  greatest(
    coalesce(p.stale_after_seconds, ${DEFAULT_FIELDS.staleAfterSeconds}::int),
    (select max(case when jsonb_typeof(r.fields -> 'staleAfterSeconds') = 'number'
        then (r.fields ->> 'staleAfterSeconds')::numeric else ${DEFAULT_FIELDS.staleAfterSeconds}::int end)
      from policy_revision r
      where r.kind = a.kind and r.state = 'in_force' and r.version < p.version and p.effective_at >= a.attempted_at
        and not exists (
          select from policy_revision n
          where n.kind = r.kind and n.state = 'in_force' and n.version > r.version and n.version <= p.version
            and coalesce(n.effective_at, n.proposed_at) < a.attempted_at)),
    (select ${DEFAULT_FIELDS.staleAfterSeconds}::int
      from policy_revision r
      where r.kind = a.kind and r.state = 'in_force' and r.loosens and ${TAKES_EFFECT} >= a.attempted_at
        and not exists (
          select from policy_revision n where n.kind = r.kind and n.state = 'in_force' and n.version < r.version)))`;
