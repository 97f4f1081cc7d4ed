import { describe, expect, it } from "vitest";
import { transaction, type Tx } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";

const { pool } = testDatabase();

describe("transaction", () => {
  it("repeats the one that lost a deadlock, and both are there afterwards", async () => {
    await pool.query("create table counter (id int primary key, n int not null)");
    await pool.query("insert into counter values (1, 0), (2, 0)");
    const bothHoldOne = Promise.withResolvers<void>();
    let arrived = 0;
    let runs = 0;
    const add = (tx: Tx, id: number) => tx.$executeRaw`update counter set n = n + 1 where id = ${id}`;
    const addTo = (first: number, second: number) =>
      transaction(async (tx) => {
        runs += 1;
        await add(tx, first);
        arrived += 1;
        if (arrived === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await add(tx, second);
      });

    await Promise.all([addTo(1, 2), addTo(2, 1)]);

    const { rows } = await pool.query("select id, n from counter order by id");
    expect(rows).toEqual([
      { id: 1, n: 2 },
      { id: 2, n: 2 },
    ]);
    expect(runs).toBeGreaterThan(2);
  });
});
