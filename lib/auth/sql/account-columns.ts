import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import { roleSchema } from "../contract.ts";

export const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: roleSchema.array(),
  disabledAt: z.date().nullable(),
});
export type Account = z.infer<typeof accountRow>;

/** Of `auth_user u`: without what was given less than a minute ago; whoever has an account reads and asks meanwhile. */
export const ROLES_IN_FORCE = Prisma.sql`
  case when u.raised_effective_at > clock_timestamp()
    then coalesce(nullif(array(select r from unnest(u.roles) r where r <> all (u.raised_roles)), '{}'), '{operator}')
    else u.roles end`;

const TAKEN_ADMIN_COUNTS_HOURS = 24;

/**
 * Of `auth_user u`, where it is asked whether there are two: an enabled admin, or one until a moment ago. Otherwise one of
 * two could take the role from the other, and then do alone what takes two.
 */
export const COUNTS_AS_ADMIN = Prisma.sql`(
  ('admin' = any(u.roles) and u.disabled_at is null)
  or u.admin_until > clock_timestamp() - make_interval(hours => ${TAKEN_ADMIN_COUNTS_HOURS}::int))`;

/** Somebody else could still manage accounts: an admin who is enabled and has a way to sign in. */
export const OTHER_ADMIN = Prisma.sql`exists (
  select from auth_user o
  where o.id <> u.id and 'admin' = any(o.roles) and o.disabled_at is null
    and exists (select from auth_account a where a.user_id = o.id))`;
