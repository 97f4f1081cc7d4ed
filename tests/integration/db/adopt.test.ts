import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listCatalog } from "#lib/db/catalog.ts";
import { findDrift } from "#lib/db/drift.ts";
import { migrate } from "#lib/db/migrate.ts";
import { PRISMA_FOLDER } from "#lib/db/migrations.ts";
import { scratchDatabase } from "#tests/setup/test-database.ts";

const SEVEN_COLUMNS = `
  key text primary key,
  run_id text not null,
  kind text not null,
  status text not null,
  result jsonb,
  attempted_at timestamptz not null default now(),
  completed_at timestamptz`;

async function databaseWith(columns: string) {
  const database = await scratchDatabase("empty");
  await database.pool.query(`create table action_log (${columns})`);
  return database;
}

describe("a database that already has an action_log", () => {
  it("keeps its rows, a foreign status word among them, and gets exactly our schema", async () => {
    const { url, pool } = await databaseWith(SEVEN_COLUMNS);
    await pool.query(`
      insert into action_log (key, run_id, kind, status, result) values
        ('a', 'run-1', 'send_email', 'succeeded', '{"id": 1}'),
        ('b', 'run-1', 'send_email', 'in_flight', null),
        ('c', 'run-2', 'send_email', 'paused_by_ops', null)`);
    await pool.query("create table of_the_user (id int)");

    expect(await migrate(url)).not.toEqual([]);

    const { rows } = await pool.query(
      "select key, status, result, attempt, doubts, revision from action_log order by key",
    );
    const added = { attempt: 1, doubts: 0, revision: 0 };
    expect(rows).toEqual([
      { key: "a", status: "succeeded", result: { id: 1 }, ...added },
      { key: "b", status: "in_flight", result: null, ...added },
      { key: "c", status: "paused_by_ops", result: null, ...added },
    ]);
    await pool.query("drop table of_the_user");
    expect(await findDrift(url)).toBe("");
    // Checks are not made to hold for rows that were there before them.
    const adopted = (await listCatalog(url)).replaceAll(" NOT VALID", "");
    expect(adopted).toBe(await readFile(join(PRISMA_FOLDER, "catalog.txt"), "utf8"));
  });

  it.each([
    ["lacks a column", SEVEN_COLUMNS.replace("kind text not null,", ""), "it has no column kind"],
    [
      "has another type",
      SEVEN_COLUMNS.replace("result jsonb", "result json"),
      "its column result is of type json, not jsonb",
    ],
    [
      "has times without a zone",
      SEVEN_COLUMNS.replace("completed_at timestamptz", "completed_at timestamp"),
      "its column completed_at is of type timestamp without time zone, not timestamp with time zone",
    ],
    ["may have no run", SEVEN_COLUMNS.replace("run_id text not null", "run_id text"), "its column run_id may be null"],
    [
      "has no key",
      SEVEN_COLUMNS.replace("key text primary key", "key text not null"),
      "its column key is neither its primary key nor unique",
    ],
  ])("is left alone if it %s, and the fault is named", async (_what, columns, fault) => {
    const { url, pool } = await databaseWith(columns);

    await expect(migrate(url)).rejects.toThrow(`The table action_log of this database cannot be adopted: ${fault}.`);

    const { rows } = await pool.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    expect(rows).toEqual([{ relname: "action_log" }]);
  });
});
