import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isConflict, isRefusal, Prisma, prisma, query, sqlState, transaction } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";

const { pool } = testDatabase();

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const raise = (state: string) =>
  prisma().$executeRawUnsafe(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`);

describe("query", () => {
  it("gives rows as their schema says and refuses any other", async () => {
    const row = z.object({ n: z.int(), at: z.date(), data: z.object({ a: z.int() }) });
    const statement = Prisma.sql`select ${7}::int as n, '2026-12-01T10:00:00+02'::timestamptz as at, '{"a": 1}'::jsonb as data`;

    expect(await query(prisma(), row, statement)).toEqual([
      { n: 7, at: new Date("2026-12-01T08:00:00Z"), data: { a: 1 } },
    ]);
    await expect(query(prisma(), z.object({ n: z.string() }), statement)).rejects.toThrow(z.ZodError);
  });

  it("neither shifts a time it reads nor one it writes, though the database lives elsewhere", async () => {
    await pool.query(
      "do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Asia/Kolkata'); end $$",
    );
    const at = new Date("2026-12-01T08:00:00.123Z");
    const statement = Prisma.sql`select ${at}::timestamptz as at, extract(epoch from ${at}::timestamptz)::float8 as epoch`;

    const [row] = await query(prisma(), z.object({ at: z.date(), epoch: z.number() }), statement);

    expect(row).toEqual({ at, epoch: at.getTime() / 1000 });
  });
});

describe("what the database said", () => {
  it("is read from every form in which it comes", async () => {
    const inQuery = await errorOf(raise("40P01"));
    const atCommit = await errorOf(
      transaction(async (tx) => {
        await tx.$executeRaw`create temporary table parent (id int primary key) on commit drop`;
        await tx.$executeRaw`create temporary table child (id int references parent deferrable initially deferred) on commit drop`;
        await tx.$executeRaw`insert into child values (1)`;
      }),
    );
    const fromDriver = await errorOf(pool.query("select 1 / 0"));

    expect([inQuery, atCommit, fromDriver].map(sqlState)).toEqual(["40P01", "23503", "22012"]);
    expect([inQuery, atCommit, fromDriver].map(isConflict)).toEqual([true, false, false]);
    expect([inQuery, atCommit, fromDriver].map(isRefusal)).toEqual([false, true, true]);
  });

  it("is nothing for an error of another kind", () => {
    expect(sqlState(new Error("23505"))).toBeUndefined();
    expect(isRefusal(undefined)).toBe(false);
  });
});
