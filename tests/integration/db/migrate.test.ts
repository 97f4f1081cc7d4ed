import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { migrate } from "#lib/db/migrate.ts";
import { type Migration, readMigrations } from "#lib/db/migrations.ts";
import { scratchDatabase } from "#tests/setup/test-database.ts";

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

const MOOD = migration(
  "20260101000000_mood",
  `create table mood (id int primary key, word text not null);
   create function forbid() returns trigger language plpgsql as $$ begin raise exception 'no; never'; end; $$;
   create trigger mood_stays before delete on mood for each statement execute function forbid();`,
);

describe("migrate", () => {
  it("applies every migration once and records the checksums that Prisma's own command would", async () => {
    const { url, pool } = await scratchDatabase("empty");
    const migrations = readMigrations();

    expect(await migrate(url)).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(url)).toEqual([]);

    const { rows } = await pool.query(
      "select migration_name as name, checksum, finished_at is not null as finished from _prisma_migrations order by 1",
    );
    expect(rows).toEqual(migrations.map(({ name, checksum }) => ({ name, checksum, finished: true })));
  });

  it("applies them once though several processes start together", async () => {
    const { url, pool } = await scratchDatabase("empty");

    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(url)));

    expect(applied.flat()).toEqual(readMigrations().map(({ name }) => name));
    const { rowCount } = await pool.query("select from _prisma_migrations");
    expect(rowCount).toBe(readMigrations().length);
  });

  it("sends a script whole, semicolons in bodies included", async () => {
    const { url, pool } = await scratchDatabase("empty");

    await migrate(url, [MOOD]);

    await expect(pool.query("delete from mood")).rejects.toThrow("no; never");
  });

  it("leaves nothing of a script that fails, says why, and applies it once it is mended", async () => {
    const { url, pool } = await scratchDatabase("empty");
    const broken = migration(MOOD.name, `${MOOD.sql} create table other (id nonsense);`);

    await expect(migrate(url, [broken])).rejects.toThrow('type "nonsense" does not exist');
    expect((await pool.query("select to_regclass('mood') as mood")).rows).toEqual([{ mood: null }]);

    expect(await migrate(url, [MOOD])).toEqual([MOOD.name]);
    expect(await migrate(url, [MOOD])).toEqual([]);
  });

  it("goes on after a process that was killed in the middle of a migration", async () => {
    const { url, pool } = await scratchDatabase("empty");
    await migrate(url, [MOOD]);
    const next = migration("20260102000000_next", "create table next (id int);");
    await pool.query(
      "insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid()::text, $1, $2)",
      [next.checksum, next.name],
    );

    expect(await migrate(url, [MOOD, next])).toEqual([next.name]);
    expect(await migrate(url, [MOOD, next])).toEqual([]);
  });

  it("refuses a database whose migration was edited afterwards, or is of another program", async () => {
    const { url } = await scratchDatabase("empty");
    await migrate(url, [MOOD]);

    const edited = migration(MOOD.name, `${MOOD.sql} -- edited`);
    await expect(migrate(url, [edited])).rejects.toThrow(
      "The migration 20260101000000_mood was changed after it had been applied to this database.",
    );
    await expect(migrate(url)).rejects.toThrow(
      "The database has the migration 20260101000000_mood, which this version of Notwice does not know.",
    );
  });
});
