import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { REVISION_STATES } from "../contract.ts";
import { salvage } from "../rules/fields.ts";

const revisionRecord = z
  .object({
    id: z.string(),
    kind: z.string(),
    version: z.number(),
    state: z.enum(REVISION_STATES),
    stored: z.record(z.string(), z.unknown()),
    reason: z.string().nullable(),
    loosens: z.boolean(),
    proposedBy: z.string(),
    proposedAt: z.date(),
    approvedBy: z.string().nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: z.date().nullable(),
    note: z.string().nullable(),
    effectiveAt: z.date().nullable(),
  })
  .transform(({ stored, ...row }) => ({ ...row, fields: salvage(stored).fields }));
export type RevisionRecord = z.infer<typeof revisionRecord>;

/** A revision in force that was written by hand may lack its time. */
const REVISION_COLUMNS = Prisma.sql`
  r.id::text as id, r.kind, r.version, r.state, r.fields as stored, r.reason, r.loosens, r.proposed_by as "proposedBy",
  r.proposed_at as "proposedAt", r.approved_by as "approvedBy", r.decided_by as "decidedBy",
  r.decided_at as "decidedAt", r.note,
  case r.state when 'in_force' then coalesce(r.effective_at, r.proposed_at) end as "effectiveAt"`;

/** Newest first. */
export async function findRevisions(db: Db, kind: string): Promise<RevisionRecord[]> {
  return query(
    db,
    revisionRecord,
    Prisma.sql`select ${REVISION_COLUMNS} from policy_revision r where r.kind = ${kind} order by r.version desc`,
  );
}

export async function findProposals(db: Db): Promise<RevisionRecord[]> {
  return query(
    db,
    revisionRecord,
    Prisma.sql`select ${REVISION_COLUMNS} from policy_revision r where r.state = 'proposed'`,
  );
}
