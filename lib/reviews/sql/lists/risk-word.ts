import { Prisma } from "#lib/db/index.ts";
import type { RecoveryPeriod } from "#lib/policies/index.ts";

/** Few are edited, so that only their versions are looked up. */
const PREDECESSOR = Prisma.sql`case when r.edited then notwice_predecessor(r.action_key) end`;

/**
 * Of a review `r`: the word that `duplicateRisk` finds for the row, by which it is filtered and counted. Null for a
 * closed case, where no further attempt stands to be made.
 */
export function riskWord(recoveries: readonly RecoveryPeriod[]): Prisma.Sql {
  return Prisma.sql`
    case
      when r.state = 'closed' then null
      when ${PREDECESSOR} = 'landed' then 'may_duplicate'
      when r.attempt = 0 then case when ${PREDECESSOR} = 'may_have_happened' then 'may_duplicate' else 'safe' end
      when r.failure = 'did_not_happen'
        then case when ${PREDECESSOR} = 'may_have_happened' then 'may_duplicate' else 'safe' end
      ${recoveries.length === 0 ? Prisma.empty : Prisma.join(recoveries.map(whenBound), " ")}
      else 'may_duplicate'
    end`;
}

function whenBound({ kind, after, until, recovery, providerWindowSeconds }: RecoveryPeriod): Prisma.Sql {
  // To the millisecond, as the policy's own periods are compared.
  const claimedAt = Prisma.sql`date_trunc('milliseconds', r.claimed_at)`;
  const begun = after === null ? Prisma.empty : Prisma.sql`and ${claimedAt} > ${after}::timestamptz`;
  const notOver = until === null ? Prisma.empty : Prisma.sql`and ${claimedAt} <= ${until}::timestamptz`;
  const inPeriod =
    after === null && until !== null
      ? Prisma.sql`and (r.claimed_at is null or ${claimedAt} <= ${until}::timestamptz)`
      : Prisma.sql`${begun} ${notOver}`;
  const when = Prisma.sql`when r.kind = ${kind}::text ${inPeriod}`;
  if (recovery === "verify") return Prisma.sql`${when} then 'check_first'`;
  return Prisma.sql`
    ${when} and r.first_attempted_at + ${providerWindowSeconds}::int * interval '1 second' > now() then 'deduped'`;
}
