import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { PolicyFields } from "../contract.ts";

export type NewRevision = {
  kind: string;
  version: number;
  fields: PolicyFields;
  reason: string;
  loosens: boolean;
  /** `proposed`: it takes effect when another admin has signed it. */
  state: "in_force" | "proposed";
  proposedBy: string;
};

const inserted = z.object({ id: z.string() });

/** After the policy itself, whose time it takes. No row: another proposal waits. */
export async function insertRevision(tx: Tx, given: NewRevision): Promise<string | null> {
  const isProposed = given.state === "proposed";
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into policy_revision (kind, version, fields, reason, loosens, state, needs_sign_off, proposed_by,
        effective_at)
      select ${given.kind}, ${given.version}::int, ${JSON.stringify(given.fields)}::jsonb, ${given.reason},
        ${given.loosens}::boolean, ${given.state}::text, ${isProposed}::boolean, ${given.proposedBy},
        (select p.effective_at from policy p where p.kind = ${given.kind} and not ${isProposed}::boolean)
      on conflict do nothing
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}

export type FoundRevision = Pick<NewRevision, "kind" | "version" | "fields" | "proposedBy">;

/** The policy as plain SQL left it, for the time since it says it has been in force. */
export async function insertFound(
  tx: Tx,
  { kind, version, fields, proposedBy }: FoundRevision,
): Promise<string | null> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into policy_revision (kind, version, fields, reason, proposed_by, proposed_at, effective_at)
      select p.kind, ${version}::int, ${JSON.stringify(fields)}::jsonb, 'found without a revision', ${proposedBy},
        p.updated_at, p.effective_at
      from policy p where p.kind = ${kind}
      on conflict do nothing
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}

export type RevisionEnd = {
  state: "in_force" | "rejected" | "withdrawn";
  decidedBy: string;
  note: string | undefined;
};

const decided = z.object({ decidedAt: z.date() });

/** Only what is still proposed is decided, and once; a constraint refuses its own proposer. */
export async function decideRevision(tx: Tx, id: string, end: RevisionEnd): Promise<Date | null> {
  const rows = await query(
    tx,
    decided,
    Prisma.sql`
      update policy_revision r
      set state = ${end.state}::text, decided_by = ${end.decidedBy}::text, decided_at = clock_timestamp(),
        note = ${end.note ?? null}::text,
        approved_by = case when ${end.state}::text = 'in_force' then ${end.decidedBy}::text end,
        effective_at = case when ${end.state}::text = 'in_force'
          then (select p.effective_at from policy p where p.kind = r.kind) end
      where r.id = ${id}::uuid and r.state = 'proposed'
      returning r.decided_at as "decidedAt"`,
  );
  return rows[0]?.decidedAt ?? null;
}

/** What was proposed on the ground of a policy that is no longer the one in force. */
export async function supersedeProposal(tx: Tx, kind: string, by: string): Promise<string | null> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      update policy_revision
      set state = 'superseded', decided_by = ${by}::text, decided_at = clock_timestamp()
      where kind = ${kind} and state = 'proposed'
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}
