import { z } from "zod";
import { roleSchema } from "#lib/auth/contract.ts";
import { COUNTS_AS_ADMIN } from "#lib/auth/index.ts";
import { type Db, Prisma, prisma, query } from "#lib/db/index.ts";

const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** As written: also what does not count yet. */
  roles: roleSchema.array(),
  raised: roleSchema.array(),
  raisedEffectiveAt: z.date().nullable(),
  disabledAt: z.date().nullable(),
  lastSeenAt: z.date().nullable(),
  hasPassword: z.boolean(),
  hasProvider: z.boolean(),
});
export type UserRecord = z.infer<typeof userRow>;

const COLUMNS = Prisma.sql`
  u.id, u.name, u.email, u.roles, u.disabled_at as "disabledAt", u.last_seen_at as "lastSeenAt",
  case when u.raised_effective_at > clock_timestamp()
    then array(select r from unnest(u.raised_roles) r where r = any(u.roles)) else '{}' end as raised,
  case when u.raised_effective_at > clock_timestamp() then u.raised_effective_at end as "raisedEffectiveAt",
  exists (select from auth_account a where a.user_id = u.id and a.provider_id = 'credential') as "hasPassword",
  exists (select from auth_account a where a.user_id = u.id and a.provider_id <> 'credential') as "hasProvider"`;

/** A company's desk has dozens: one page. */
const MAX_USERS = 1000;

export async function findUsers(db: Db = prisma()): Promise<UserRecord[]> {
  return query(
    db,
    userRow,
    Prisma.sql`
      select ${COLUMNS} from auth_user u
      order by u.disabled_at is not null, lower(u.name), u.id limit ${MAX_USERS}`,
  );
}

export async function findUser(db: Db, id: string): Promise<UserRecord | null> {
  const rows = await query(db, userRow, Prisma.sql`select ${COLUMNS} from auth_user u where u.id = ${id}`);
  return rows[0] ?? null;
}

const admin = z.object({ id: z.string(), isNow: z.boolean() });

/** Who has the role now, and whoever had it until a moment ago and still counts as one of two. */
export async function findAdmins(db: Db): Promise<z.infer<typeof admin>[]> {
  return query(
    db,
    admin,
    Prisma.sql`
      select u.id, 'admin' = any(u.roles) and u.disabled_at is null as "isNow"
      from auth_user u where ${COUNTS_AS_ADMIN}`,
  );
}
