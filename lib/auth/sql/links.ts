import { z } from "zod";
import { type Db, Prisma, prisma, query, type Tx } from "#lib/db/index.ts";
import { type LinkPurpose, linkPurposeSchema } from "../contract.ts";

export type NewLink = {
  purpose: LinkPurpose;
  userId: string | null;
  tokenHash: string;
  createdBy: string;
  validSeconds: number;
};

const inserted = z.object({ id: z.string(), expiresAt: z.date() });

/** The newest link of a person is the only one that works. */
export async function insertLink(tx: Tx, link: NewLink): Promise<{ id: string; expiresAt: Date } | null> {
  if (link.userId !== null) await voidLinks(tx, link.userId);
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into account_link (purpose, user_id, token_hash, created_by, expires_at)
      values (${link.purpose}, ${link.userId}::text, ${link.tokenHash}, ${link.createdBy},
        clock_timestamp() + make_interval(secs => ${link.validSeconds}::int))
      returning id::text as id, expires_at as "expiresAt"`,
  );
  return rows[0] ?? null;
}

export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    update account_link set voided_at = clock_timestamp()
    where user_id = ${userId} and used_at is null and voided_at is null`);
}

const VALID = Prisma.sql`l.used_at is null and l.voided_at is null and l.expires_at > clock_timestamp()
  and case when l.user_id is null
    then not exists (
      select from auth_user o where 'admin' = any(o.roles) and o.disabled_at is null
        and exists (select from auth_account a where a.user_id = o.id))
    else exists (select from auth_user u where u.id = l.user_id and u.disabled_at is null) end`;

const foundRow = z.object({ purpose: linkPurposeSchema, name: z.string().nullable(), email: z.string().nullable() });
export type FoundLink = z.infer<typeof foundRow>;

/** Looks only: mail scanners and previews open every link they see. */
export async function findLink(tokenHash: string): Promise<FoundLink | null> {
  const rows = await query(
    prisma(),
    foundRow,
    Prisma.sql`
      select l.purpose, p.name, p.email
      from account_link l left join auth_user p on p.id = l.user_id
      where l.token_hash = ${tokenHash} and ${VALID}`,
  );
  return rows[0] ?? null;
}

const linkRow = z.object({ id: z.string(), purpose: linkPurposeSchema, userId: z.string().nullable() });
export type UsedLink = z.infer<typeof linkRow>;

/** Under the lock of the accounts. Of two who send the form at once, one finds the link used. */
export async function spendLink(tx: Tx, tokenHash: string): Promise<UsedLink | null> {
  const rows = await query(
    tx,
    linkRow,
    Prisma.sql`
      update account_link l set used_at = clock_timestamp()
      where l.token_hash = ${tokenHash} and ${VALID}
      returning l.id::text as id, l.purpose, l.user_id as "userId"`,
  );
  return rows[0] ?? null;
}

const found = z.object({ found: z.boolean() });

export async function hasAdmin(db: Db): Promise<boolean> {
  const [row] = await query(
    db,
    found,
    Prisma.sql`
      select exists (
        select from auth_user o where 'admin' = any(o.roles) and o.disabled_at is null
          and exists (select from auth_account a where a.user_id = o.id)) as found`,
  );
  return row?.found ?? false;
}
