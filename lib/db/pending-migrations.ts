import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { prisma } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { query } from "./query.ts";
import { sqlState } from "./sql-state.ts";

const UNDEFINED_TABLE = "42P01";
const appliedRow = z.object({ name: z.string() });

/** Names of the migrations that this version needs and the database lacks. */
export async function pendingMigrations(): Promise<string[]> {
  const [needed, applied] = await Promise.all([readNames(), readApplied()]);
  return needed.filter((name) => !applied.includes(name));
}

/** From the folder the server was started in: the path of a bundled module says nothing. */
async function readNames(): Promise<string[]> {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function readApplied(): Promise<string[]> {
  try {
    const rows = await query(
      prisma(),
      appliedRow,
      Prisma.sql`
        select migration_name as name from _prisma_migrations
        where finished_at is not null and rolled_back_at is null`,
    );
    return rows.map((row) => row.name);
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
