import pg from "pg";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { disconnect } from "#lib/db/index.ts";
import { createEmptyDatabase, createFreshDatabase, dropDatabase, freshName } from "#scripts/postgres/databases.ts";

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
}

const POOL_SIZE = 30;

/** A migrated database for this test file alone, which is also the one that `prisma()` and child processes get. */
export function testDatabase(): TestDatabase {
  const server = { url: databaseUrl };
  const name = freshName();
  const url = databaseUrl(name);
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  process.env["DATABASE_URL"] = url;
  beforeAll(async () => {
    await createFreshDatabase(server, name);
  });
  afterAll(async () => {
    await Promise.all([pool.end(), disconnect()]);
    await dropDatabase(server, name);
  });
  return { url, pool };
}

/** A database for one test, which may break it: complete, or as a user's own would be before our first migration. */
export async function scratchDatabase(kind: "migrated" | "empty"): Promise<TestDatabase> {
  const name = freshName();
  const create = kind === "migrated" ? createFreshDatabase : createEmptyDatabase;
  const url = await create({ url: databaseUrl }, name);
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(async () => {
    await pool.end();
    await dropDatabase({ url: databaseUrl }, name);
  });
  return { url, pool };
}

function databaseUrl(name: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  return url.href;
}
