import { z } from "zod";
import { type Role, roleSchema } from "#lib/auth/contract.ts";
import { type Db, Prisma, prisma, query, type Tx } from "#lib/db/index.ts";

const STATES = ["proposed", "in_force", "rejected", "withdrawn", "superseded"] as const;

const changeRow = z.object({
  id: z.string(),
  userId: z.string(),
  from: roleSchema.array(),
  to: roleSchema.array(),
  gives: roleSchema.array(),
  state: z.enum(STATES),
  proposedBy: z.string(),
  proposedAt: z.date(),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
  effectiveAt: z.date().nullable(),
  note: z.string().nullable(),
});
export type RoleChangeRecord = z.infer<typeof changeRow>;

const COLUMNS = Prisma.sql`
  c.id::text as id, c.user_id as "userId", c.from_roles as "from", c.to_roles as "to", c.gives, c.state,
  c.proposed_by as "proposedBy", c.proposed_at as "proposedAt", c.decided_by as "decidedBy",
  c.decided_at as "decidedAt", c.effective_at as "effectiveAt", c.note`;

export async function findProposals(db: Db = prisma()): Promise<RoleChangeRecord[]> {
  return query(
    db,
    changeRow,
    Prisma.sql`select ${COLUMNS} from role_change c where c.state = 'proposed' order by c.proposed_at, c.id`,
  );
}

export async function findRoleChange(db: Db, id: string): Promise<RoleChangeRecord | null> {
  const rows = await query(db, changeRow, Prisma.sql`select ${COLUMNS} from role_change c where c.id = ${id}::uuid`);
  return rows[0] ?? null;
}

/** Of one person, newest first. */
export async function findRoleChanges(db: Db, userId: string): Promise<RoleChangeRecord[]> {
  return query(
    db,
    changeRow,
    Prisma.sql`
      select ${COLUMNS} from role_change c where c.user_id = ${userId}
      order by c.proposed_at desc, c.id limit 100`,
  );
}

export type NewRoleChange = {
  userId: string;
  from: readonly Role[];
  to: readonly Role[];
  gives: readonly Role[];
  proposedBy: string;
  /** Null: it is proposed, and another admin signs. */
  effectiveAt: Date | null;
};

const inserted = z.object({ id: z.string() });

export async function insertRoleChange(tx: Tx, change: NewRoleChange): Promise<string | null> {
  const isProposed = change.effectiveAt === null;
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into role_change (user_id, from_roles, to_roles, gives, state, needs_sign_off, proposed_by, effective_at)
      values (${change.userId}, ${[...change.from]}::text[], ${[...change.to]}::text[], ${[...change.gives]}::text[],
        ${isProposed ? "proposed" : "in_force"}, ${isProposed}, ${change.proposedBy}, ${change.effectiveAt}::timestamptz)
      on conflict do nothing
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}

export type RoleChangeEnd = {
  state: "in_force" | "rejected" | "withdrawn";
  decidedBy: string;
  effectiveAt: Date | null;
  note: string | undefined;
};

const decided = z.object({ id: z.string() });

/** Only what is still proposed is decided, and once; constraints refuse its proposer and its person. */
export async function decideRoleChange(tx: Tx, id: string, end: RoleChangeEnd): Promise<boolean> {
  const rows = await query(
    tx,
    decided,
    Prisma.sql`
      update role_change
      set state = ${end.state}::text, decided_by = ${end.decidedBy}, decided_at = clock_timestamp(),
        approved_by = case when ${end.state}::text = 'in_force' then ${end.decidedBy} end,
        effective_at = ${end.effectiveAt}::timestamptz, note = ${end.note ?? null}::text
      where id = ${id}::uuid and state = 'proposed'
      returning id::text as id`,
  );
  return rows.length === 1;
}

/** What was proposed on the ground of roles, or of an account, that is no longer so. */
export async function supersedeRoleChange(tx: Tx, userId: string, by: string): Promise<string | null> {
  const rows = await query(
    tx,
    decided,
    Prisma.sql`
      update role_change set state = 'superseded', decided_by = ${by}, decided_at = clock_timestamp()
      where user_id = ${userId} and state = 'proposed'
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}
