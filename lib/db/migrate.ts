import pg from "pg";
import { z } from "zod";
import { adoptActionLog } from "./adopt-action-log.ts";
import { readMigrations, type Migration } from "./migrations.ts";
import { migrationsList, NO_FILTERS, withSchemaEngine } from "./schema-engine.ts";

/** Not Prisma's own lock number: the engine takes that one itself, on another connection. */
const LOCK_NUMBER = 7_661_684;

const recordedRows = z.array(z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() }));
type Recorded = z.infer<typeof recordedRows>[number];

/** Brings the database to the repository's last migration; the names of those applied. Any number may run at once. */
export async function migrate(url: string, migrations: Migration[] = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // While the migrations run elsewhere nothing waits here: what is lost meanwhile shows there.
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (isUpToDate(await readRecorded(client), migrations)) return [];
    // A transaction's lock holds behind a pooler too. The migrations run on other connections and do not see it.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [LOCK_NUMBER]);
    return await applyUnderLock(client, url, migrations);
  } finally {
    await client.end();
  }
}

async function applyUnderLock(client: pg.Client, url: string, migrations: Migration[]): Promise<string[]> {
  const before = await readRecorded(client);
  if (isUpToDate(before, migrations)) return [];
  assertOurHistory(before, migrations);
  if (before.length === 0) await prepare(url);
  return withSchemaEngine(url, async (engine) => {
    // A script is one transaction with its own record, so what never finished never happened.
    const unfinished = new Set(before.filter(({ finished }) => !finished).map(({ name }) => name));
    for (const migrationName of unfinished) await engine.markMigrationRolledBack({ migrationName });
    const list = migrationsList(migrations);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: list, filters: NO_FILTERS });
    return appliedMigrationNames;
  });
}

async function prepare(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await adoptActionLog(client);
  } finally {
    await client.end();
  }
}

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  const { rows: tables } = await client.query("select to_regclass('public._prisma_migrations') is not null as exists");
  if (!z.array(z.object({ exists: z.boolean() })).parse(tables)[0]?.exists) return [];
  const { rows } = await client.query(`
    select migration_name as name, checksum, finished_at is not null as finished
    from public._prisma_migrations
    where rolled_back_at is null
    order by migration_name`);
  return recordedRows.parse(rows);
}

function isUpToDate(recorded: Recorded[], migrations: Migration[]): boolean {
  return (
    recorded.length === migrations.length &&
    migrations.every(({ name, checksum }, at) => {
      const row = recorded[at];
      return row?.finished && row.name === name && row.checksum === checksum;
    })
  );
}

function assertOurHistory(recorded: Recorded[], migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum, finished } of recorded) {
    if (!known.has(name)) {
      throw new Error(`The database has the migration ${name}, which this version of Notwice does not know.`);
    }
    if (finished && known.get(name) !== checksum) {
      throw new Error(`The migration ${name} was changed after it had been applied to this database.`);
    }
  }
}
