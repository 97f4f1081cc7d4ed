import { z } from "zod";
import { type Db, Prisma, prisma, query, readableTime } from "#lib/db/index.ts";
import type { RecordedRevision } from "../rules/binding-policy.ts";
import { salvage } from "../rules/fields.ts";
import { POLICY_COLUMNS, policyColumns, type PolicyRecord } from "./policy-record.ts";

/** An adopted table may hold infinity; a revision written by hand may lack the time from which it is in force. */
const bindingRow = policyColumns.extend({
  claims: z.record(z.string(), z.coerce.date().nullable()),
  recorded: z.array(
    z.object({
      version: z.number(),
      loosens: z.boolean(),
      effectiveAt: z.coerce.date(),
      stored: z.record(z.string(), z.unknown()),
    }),
  ),
});

export type KindBinding = {
  policy: PolicyRecord;
  recorded: RecordedRevision[];
  /** By key: when the action was last claimed, or its intent stored. */
  claims: ReadonlyMap<string, Date | null>;
};

/** One statement for any number of actions, one row for each of their kinds that has a policy. */
export async function findBinding(keys: readonly string[], db: Db = prisma()): Promise<KindBinding[]> {
  const rows = await query(
    db,
    bindingRow,
    Prisma.sql`
      select ${POLICY_COLUMNS}, acted.claims, coalesce(history.recorded, '[]') as recorded
      from (
        select a.kind, jsonb_object_agg(a.key, ${readableTime(Prisma.sql`a.attempted_at`)}) as claims
        from action_log a
        where a.key = any(${[...keys]}::text[])
        group by a.kind
      ) acted
      join policy p on p.kind = acted.kind
      left join lateral (
        select jsonb_agg(jsonb_build_object('version', r.version, 'loosens', r.loosens,
          'effectiveAt', coalesce(r.effective_at, r.proposed_at), 'stored', r.fields)) as recorded
        from policy_revision r
        where r.kind = p.kind and r.state = 'in_force'
      ) history on true`,
  );
  return rows.map(({ claims, recorded, stored, ...row }) => ({
    policy: { ...row, ...salvage(stored) },
    recorded: recorded.map(({ stored: fields, ...revision }) => ({ ...revision, fields: salvage(fields).fields })),
    claims: new Map(Object.entries(claims)),
  }));
}
