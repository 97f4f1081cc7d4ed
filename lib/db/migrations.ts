import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const PRISMA_FOLDER = join(import.meta.dirname, "..", "..", "prisma");

export interface Migration {
  name: string;
  sql: string;
  /** As `_prisma_migrations` records it. */
  checksum: string;
}

export function readMigrations(folder = PRISMA_FOLDER): Migration[] {
  const migrations = join(folder, "migrations");
  return readdirSync(migrations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(migrations, entry.name, "migration.sql")))
    .map(({ name }) => {
      const sql = readFileSync(join(migrations, name, "migration.sql"), "utf8");
      return { name, sql, checksum: sha256(sql) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function readSchemaFiles(folder = PRISMA_FOLDER): { path: string; content: string }[] {
  const schema = join(folder, "schema");
  return readdirSync(schema)
    .filter((name) => name.endsWith(".prisma"))
    .toSorted()
    .map((name) => ({ path: join(schema, name), content: readFileSync(join(schema, name), "utf8") }));
}

/** Two checkouts with the same digest make the same database. */
export function migrationsDigest(migrations = readMigrations()): string {
  return sha256(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(""));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
