import { Prisma, prisma, query } from "#lib/db/index.ts";
import { type Preferences, type PreferencesInput, preferencesSchema } from "./contract.ts";

const COLUMNS = Prisma.sql`theme, density, zone, motion, single_keys as "singleKeys"`;

export async function findPreferences(userId: string): Promise<Preferences | null> {
  const rows = await query(
    prisma(),
    preferencesSchema,
    Prisma.sql`select ${COLUMNS} from user_preference where user_id = ${userId}`,
  );
  return rows[0] ?? null;
}

/** What is not given stays; two pages that change different things do not undo each other. */
export async function putPreferences(userId: string, given: PreferencesInput, base: Preferences): Promise<Preferences> {
  const { theme, density, zone, motion, singleKeys } = given;
  const rows = await query(
    prisma(),
    preferencesSchema,
    Prisma.sql`
      insert into user_preference as p (user_id, theme, density, zone, motion, single_keys)
      values (${userId}, ${theme ?? base.theme}, ${density ?? base.density}, ${zone ?? base.zone},
        ${motion ?? base.motion}, ${singleKeys ?? base.singleKeys}::boolean)
      on conflict (user_id) do update set
        theme = coalesce(${theme ?? null}::text, p.theme), density = coalesce(${density ?? null}::text, p.density),
        zone = coalesce(${zone ?? null}::text, p.zone), motion = coalesce(${motion ?? null}::text, p.motion),
        single_keys = coalesce(${singleKeys ?? null}::boolean, p.single_keys), updated_at = clock_timestamp()
      returning ${COLUMNS}`,
  );
  return preferencesSchema.parse(rows[0]);
}
