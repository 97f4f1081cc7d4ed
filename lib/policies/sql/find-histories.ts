import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import type { RecordedRevision } from "../rules/binding-policy.ts";
import { salvage } from "../rules/fields.ts";
import { POLICY_COLUMNS, policyColumns, type PolicyRecord } from "./policy-record.ts";

/** Of `policy p`; a revision written by hand may lack the time from which it is in force. */
export const RECORDED_REVISIONS = Prisma.sql`
  left join lateral (
    select jsonb_agg(jsonb_build_object('version', r.version, 'loosens', r.loosens,
      'effectiveAt', coalesce(r.effective_at, r.proposed_at), 'stored', r.fields)) as recorded
    from policy_revision r
    where r.kind = p.kind and r.state = 'in_force'
  ) history on true`;

export const recordedRevisions = z.array(
  z.object({
    version: z.number(),
    loosens: z.boolean(),
    effectiveAt: z.coerce.date(),
    stored: z.record(z.string(), z.unknown()),
  }),
);

const historyRow = policyColumns.extend({ recorded: recordedRevisions });

export type KindHistory = { policy: PolicyRecord; recorded: RecordedRevision[] };

/** Every kind that has a policy. */
export async function findHistories(db: Db): Promise<KindHistory[]> {
  const rows = await query(
    db,
    historyRow,
    Prisma.sql`
      select ${POLICY_COLUMNS}, coalesce(history.recorded, '[]') as recorded from policy p ${RECORDED_REVISIONS}`,
  );
  return rows.map(toHistory);
}

export function toHistory({ recorded, stored, ...row }: z.infer<typeof historyRow>): KindHistory {
  return {
    policy: { ...row, ...salvage(stored) },
    recorded: recorded.map(({ stored: fields, ...revision }) => ({ ...revision, fields: salvage(fields).fields })),
  };
}
