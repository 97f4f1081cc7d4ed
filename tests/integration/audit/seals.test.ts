import type { PoolClient } from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { insertSeal } from "#lib/audit/sql/seals/insert-seal.ts";
import { runPass } from "#lib/reaper/index.ts";
import { type TestDatabase, testDatabase } from "#tests/setup/test-database.ts";
import { chain, seal, tamper, verify, write } from "./log.ts";

const { pool }: TestDatabase = testDatabase();

/** A transaction of someone else's, which the test ends when it wants. */
async function open(): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query("begin");
  return client;
}

async function end(client: PoolClient, how: "commit" | "rollback"): Promise<void> {
  await client.query(how);
  client.release();
}

beforeEach(async () => {
  await tamper(pool, "truncate audit_log restart identity", "truncate audit_seal", "truncate audit_fence, audit_check");
});

describe("a seal", () => {
  it("covers what is complete, one behind the other, and what comes later comes into the next", async () => {
    const first = await write(pool, 3);
    expect(await seal()).toBe(3);
    expect(await seal()).toBe(0);
    const second = await write(pool, 2);
    expect(await seal()).toBe(2);
    expect(await chain(pool)).toMatchObject([
      { from: "1", to: first[2] },
      { from: String(Number(first[2]) + 1), to: second[1] },
    ]);
    expect(await verify()).toMatchObject({ seals: 2, rows: 5, unsealedRows: 0, faults: 0 });
  });

  it("of an empty log is none", async () => {
    expect(await seal()).toBe(0);
    expect(await chain(pool)).toEqual([]);
    expect(await verify()).toMatchObject({ seals: 0, rows: 0, unsealedRows: 0, faults: 0, newestHash: null });
  });

  it("waits for a lower id that is not committed yet, and covers it then", async () => {
    const slow = await open();
    const [low] = await write(slow, 1, "slow");
    const [high] = await write(pool, 1, "fast");
    expect(Number(low)).toBeLessThan(Number(high));
    expect(await seal()).toBe(0);
    await write(pool, 5);
    expect(await seal()).toBe(0);
    await end(slow, "commit");
    expect(await seal()).toBe(7);
    expect(await verify()).toMatchObject({ rows: 7, faults: 0 });
  });

  it("does not wait for whoever began to write only afterwards", async () => {
    const early = await open();
    await write(early, 1, "early");
    await write(pool, 2);
    expect(await seal()).toBe(0);
    const late = await open();
    await end(early, "commit");
    await write(late, 1, "late");
    // What was written beside the early one is complete; the late one keeps only what came beside itself.
    expect(await seal()).toBe(3);
    await end(late, "commit");
    expect(await seal()).toBe(1);
    expect(await verify()).toMatchObject({ rows: 4, faults: 0 });
  });

  it("does not wait for a transaction that only reads, or that writes elsewhere", async () => {
    const other = await open();
    await other.query("select count(*) from audit_log");
    await other.query("insert into reaper_run (started_by) values ('other')");
    await write(pool, 2);
    expect(await seal()).toBe(2);
    await end(other, "rollback");
  });

  it("takes the gap of a rollback for a gap", async () => {
    await write(pool, 1);
    const undone = await open();
    await write(undone, 4);
    await write(pool, 1);
    await end(undone, "rollback");
    const saved = await open();
    await saved.query("savepoint a");
    await write(saved, 2);
    await saved.query("rollback to savepoint a");
    const [id] = await write(saved, 1);
    await end(saved, "commit");
    expect(id).toBe("9");
    expect(await seal()).toBe(3);
    expect(await verify()).toMatchObject({ rows: 3, faults: 0 });
  });

  it("goes no further than it may in one pass, and goes on in the next", async () => {
    await write(pool, 2500);
    expect(await seal(1200)).toBe(1200);
    expect(await verify()).toMatchObject({ seals: 2, rows: 1200, unsealedRows: 1300, faults: 0 });
    expect(await seal()).toBe(1300);
    expect(await verify()).toMatchObject({ seals: 4, rows: 2500, unsealedRows: 0, faults: 0 });
  });

  it("has one behind it, never two", async () => {
    await write(pool, 1);
    await seal();
    const [only] = await chain(pool);
    const fork = pool.query(
      `insert into audit_seal (from_id, to_id, row_count, hash, previous_hash)
       values (50, 60, 0, 'b', $1), (70, 80, 0, 'c', $1)`,
      [only?.hash],
    );
    await expect(fork).rejects.toThrow(/audit_seal_previous_hash_key/);
  });

  it("is written only behind the newest", async () => {
    await write(pool, 1);
    await seal();
    const head = { fromId: "2", toId: "9", rowCount: 0, entries: "", hash: "b", atIso: "2026-12-01T00:00:00Z" };
    expect(await insertSeal({ ...head, previousHash: "a" })).toBeNull();
    expect(await insertSeal({ ...head, previousHash: "" })).toBeNull();
    expect(await chain(pool)).toHaveLength(1);
  });

  it("is made once, however many make it at once, and the chain has no fork", async () => {
    for (let round = 0; round < 5; round += 1) {
      await write(pool, 1500);
      await Promise.all(Array.from({ length: 6 }, () => seal()));
    }
    await seal();
    expect(await verify()).toMatchObject({ rows: 7500, unsealedRows: 0, faults: 0 });
  });

  it("covers every row once while others write, roll back and hold on", async () => {
    const writers = Array.from({ length: 8 }, async (_, n) => {
      for (let round = 0; round < 12; round += 1) {
        const client = await open();
        await write(client, 1 + ((n + round) % 3), `writer-${n}`);
        await client.query("select 1");
        await write(client, 1, `writer-${n}`);
        await end(client, (n + round) % 4 === 0 ? "rollback" : "commit");
      }
    });
    const written = new AbortController();
    const sealers = Array.from({ length: 3 }, async () => {
      while (!written.signal.aborted) await seal();
    });
    await Promise.all(writers);
    written.abort();
    await Promise.all(sealers);
    await seal();
    const { rows } = await pool.query("select count(*)::int as n from audit_log");
    expect(await verify()).toMatchObject({ rows: rows[0].n, unsealedRows: 0, faults: 0 });
  });
});

it("the reaper seals as its last step, and its own rows in the next pass", async () => {
  await write(pool, 2);
  expect(await runPass()).toMatchObject({ sealed: 2, stoppedBy: "done" });
  expect(await verify()).toMatchObject({ rows: 2, unsealedRows: 0, faults: 0 });
  const { rows } = await pool.query("select seals, faults from audit_check");
  expect(rows).toEqual([{ seals: 1, faults: [] }]);
});
