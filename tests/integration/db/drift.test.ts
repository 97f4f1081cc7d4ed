import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listCatalog } from "#lib/db/catalog.ts";
import { findDrift, findHistoryFaults } from "#lib/db/drift.ts";
import { PRISMA_FOLDER, readMigrations } from "#lib/db/migrations.ts";
import { scratchDatabase } from "#tests/setup/test-database.ts";

const committedCatalog = () => readFile(join(PRISMA_FOLDER, "catalog.txt"), "utf8");

describe("the migrated database and the Prisma schema", () => {
  it("are the same", async () => {
    const { url } = await scratchDatabase("migrated");

    expect(await findDrift(url)).toBe("");
  });

  it("are told apart by a column", async () => {
    const { url, pool } = await scratchDatabase("migrated");
    await pool.query("alter table review add column mood text");

    expect(await findDrift(url)).toContain('DROP COLUMN "mood"');
  });
});

describe("the migrated database and the committed catalog", () => {
  it("are the same (npm run db:catalog rewrites it)", async () => {
    const { url } = await scratchDatabase("migrated");

    expect(await listCatalog(url)).toBe(await committedCatalog());
  });

  it.each([
    ["a check", "alter table review add constraint mood check (version <> 7)", "constraint review.mood: CHECK"],
    ["a partial index", "create index mood on review (id) where version = 7", "index review.mood: CREATE INDEX"],
    [
      "a trigger",
      "create trigger mood before update on review for each row execute function suppress_redundant_updates_trigger()",
      "trigger review.mood: CREATE TRIGGER",
    ],
    ["a function", "create function mood() returns int language sql as 'select 7'", "function mood(): CREATE"],
    [
      "a default",
      "alter table review alter column version set default 7",
      "column review.version: integer not null default 7",
    ],
  ])("are told apart by %s", async (_what, change, line) => {
    const { url, pool } = await scratchDatabase("migrated");
    await pool.query(change);

    const listing = await listCatalog(url);

    expect(listing).not.toBe(await committedCatalog());
    expect(listing).toContain(`\n${line}`);
  });
});

describe("the migration history", () => {
  it("has no faults", async () => {
    const { url } = await scratchDatabase("migrated");

    expect(await findHistoryFaults(url)).toEqual([]);
  });

  it("names a migration that was edited, is missing or is not applied", async () => {
    const { url } = await scratchDatabase("migrated");
    const [first, ...rest] = readMigrations();
    const edited = { name: first?.name ?? "", sql: `${first?.sql}\n-- edited`, checksum: "" };
    const unapplied = { name: "29990101000000_later", sql: "select 1", checksum: "" };

    expect(await findHistoryFaults(url, [edited, ...rest])).toEqual([`${edited.name} was edited after it was applied`]);
    expect(await findHistoryFaults(url, [...readMigrations(), unapplied])).toEqual([
      `${unapplied.name} is not applied`,
    ]);
    expect(await findHistoryFaults(url, [])).toContain(`${edited.name} is missing here`);
  });
});
