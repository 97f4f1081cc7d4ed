import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "#lib/db/migrate.ts";
import { migrationsDigest } from "#lib/db/migrations.ts";

/** Of a server only this is needed: where its databases are. */
interface Databases {
  url: (database: string) => string;
}

const KEPT_DATABASE = "notwice";
const OBJECT_IN_USE = "55006";
const FRESH_PREFIX = "fresh_";
const TEMPLATE_PREFIX = "template_";
const TEMPLATE_LOCK_NUMBER = 7_661_685;
const DIGEST_LENGTH = 12;

/** A new migrated database, cloned from a template that is built once for each state of the migrations. */
export async function createFreshDatabase(server: Databases, name = freshName()): Promise<string> {
  await withMaintenance(server, async (client) => {
    const template = await ensureTemplate(server, client);
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`);
  });
  return server.url(name);
}

function templateName(): string {
  return `${TEMPLATE_PREFIX}${migrationsDigest().slice(0, DIGEST_LENGTH)}`;
}

export async function createEmptyDatabase(server: Databases, name = freshName()): Promise<string> {
  await withMaintenance(server, async (client) => {
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return server.url(name);
}

export function freshName(): string {
  return `${FRESH_PREFIX}${randomBytes(6).toString("hex")}`;
}

/** The database that is kept; created if needed, not migrated. */
export async function ensureKeptDatabase(server: Databases): Promise<string> {
  await withMaintenance(server, (client) => createIfMissing(client, KEPT_DATABASE));
  return server.url(KEPT_DATABASE);
}

/** Postgres itself waits a moment for connections that are just closing; what is still there then is cut off. */
export async function dropDatabase(server: Databases, name: string): Promise<void> {
  const statement = `drop database if exists ${pg.escapeIdentifier(name)}`;
  await withMaintenance(server, async (client) => {
    try {
      await client.query(statement);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
      await client.query(`${statement} with (force)`);
    }
  });
}

/** What killed runs and older migrations left; only for a server that nobody else uses. */
export async function dropLeftovers(server: Databases): Promise<void> {
  await withMaintenance(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where (starts_with(datname, $1) or starts_with(datname, $2)) and datname <> $3",
      [FRESH_PREFIX, TEMPLATE_PREFIX, templateName()],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
    }
  });
}

/** Builds the template ahead, so that the first of many clones does not keep the others waiting. */
export async function prepareTemplate(server: Databases): Promise<void> {
  await withMaintenance(server, async (client) => {
    await ensureTemplate(server, client);
  });
}

async function ensureTemplate(server: Databases, client: pg.Client): Promise<string> {
  const name = templateName();
  if (await exists(client, name)) return name;
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK_NUMBER]);
  try {
    if (!(await exists(client, name))) await buildTemplate(server, client, name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK_NUMBER]);
  }
  return name;
}

/** Under another name until it is complete: whoever finds the template may clone it at once. */
async function buildTemplate(server: Databases, client: pg.Client, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${pg.escapeIdentifier(unfinished)} with (force)`);
  await client.query(`create database ${pg.escapeIdentifier(unfinished)}`);
  await migrate(server.url(unfinished));
  await client.query(`alter database ${pg.escapeIdentifier(unfinished)} rename to ${pg.escapeIdentifier(name)}`);
  // A connection to the template would make every clone fail.
  await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections false`);
}

async function createIfMissing(client: pg.Client, name: string): Promise<void> {
  if (await exists(client, name)) return;
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Two starters at once: the other one made it.
    if (!(await exists(client, name))) throw error;
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  return rowCount === 1;
}

async function withMaintenance<T>(server: Databases, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
