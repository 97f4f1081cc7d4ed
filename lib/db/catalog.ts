import pg from "pg";
import { z } from "zod";

const entries = z.array(z.object({ kind: z.string(), name: z.string(), definition: z.string() }));

/** Everything of the schema that Prisma's own comparison does not see, as Postgres words it, one entry after another. */
export async function listCatalog(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Names of our own schema are printed bare whatever the server's search path is.
    await client.query("set search_path to public");
    const { rows } = await client.query(LISTING);
    const listed = entries.parse(rows).map(({ kind, name, definition }) => `${kind} ${name}: ${definition.trim()}\n`);
    return listed.join("");
  } finally {
    await client.end();
  }
}

const LISTING = `
  with relation as (
    select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> '_prisma_migrations'
  ),
  entry (kind, name, definition) as (
    select 'column', r.relname || '.' || a.attname,
      format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    from relation r
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select 'constraint', r.relname || '.' || c.conname, pg_get_constraintdef(c.oid)
    from relation r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
    union all
    select 'index', r.relname || '.' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
    from relation r join pg_index i on i.indrelid = r.oid
    union all
    select 'trigger', r.relname || '.' || t.tgname, pg_get_triggerdef(t.oid)
    from relation r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
    union all
    select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select kind, name, definition from entry order by kind collate "C", name collate "C"`;
