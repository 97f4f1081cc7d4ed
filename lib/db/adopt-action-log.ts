import type pg from "pg";
import { z } from "zod";

/** The seven columns every reader of the pattern knows, and what the rest of the schema needs them to be. */
const SEVEN_COLUMNS = {
  key: { types: ["text", "character varying"], required: true },
  run_id: { types: ["text", "character varying"], required: true },
  kind: { types: ["text", "character varying"], required: true },
  status: { types: ["text", "character varying"], required: true },
  result: { types: ["jsonb"], required: false },
  attempted_at: { types: ["timestamp with time zone"], required: true },
  completed_at: { types: ["timestamp with time zone"], required: false },
};

const foundColumns = z.array(
  z.object({ name: z.string(), type: z.string(), required: z.boolean(), unique: z.boolean() }),
);

/**
 * Prepares a database for its first migration. Prisma refuses one that is not empty unless it finds its own table there,
 * so that table is made here, once an action_log that already exists is known to be one we can take over.
 */
export async function adoptActionLog(client: pg.ClientBase): Promise<void> {
  const fault = await findFault(client);
  if (fault) throw new Error(`The table action_log of this database cannot be adopted: ${fault}.`);
  await client.query(`
    create table if not exists public._prisma_migrations (
      id varchar(36) primary key not null,
      checksum varchar(64) not null,
      finished_at timestamptz,
      migration_name varchar(255) not null,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz not null default now(),
      applied_steps_count integer not null default 0
    )`);
}

async function findFault(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(`
    select
      a.attname as name,
      format_type(a.atttypid, null) as type,
      a.attnotnull as required,
      exists (
        select from pg_index i
        where i.indrelid = a.attrelid and i.indisunique and i.indpred is null and i.indkey::text = a.attnum::text
      ) as unique
    from pg_attribute a
    where a.attrelid = to_regclass('public.action_log') and a.attnum > 0 and not a.attisdropped`);
  const found = new Map(foundColumns.parse(rows).map((column) => [column.name, column]));
  if (found.size === 0) return undefined;
  for (const [name, { types, required }] of Object.entries(SEVEN_COLUMNS)) {
    const column = found.get(name);
    if (!column) return `it has no column ${name}`;
    if (!types.includes(column.type)) return `its column ${name} is of type ${column.type}, not ${types[0]}`;
    if (required && !column.required) return `its column ${name} may be null`;
  }
  return found.get("key")?.unique ? undefined : "its column key is neither its primary key nor unique";
}
