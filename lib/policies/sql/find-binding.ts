import { z } from "zod";
import { type Db, Prisma, prisma, query, readableTime } from "#lib/db/index.ts";
import { type KindHistory, RECORDED_REVISIONS, recordedRevisions, toHistory } from "./find-histories.ts";
import { POLICY_COLUMNS, policyColumns } from "./policy-record.ts";

/** An adopted table may hold infinity. */
const bindingRow = policyColumns.extend({
  claims: z.record(z.string(), z.coerce.date().nullable()),
  recorded: recordedRevisions,
});

export type KindBinding = KindHistory & {
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
      ${RECORDED_REVISIONS}`,
  );
  return rows.map(({ claims, ...row }) => ({ ...toHistory(row), claims: new Map(Object.entries(claims)) }));
}
