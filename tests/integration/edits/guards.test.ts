import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { replaceAction } from "#lib/actions/index.ts";
import { transaction } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();

type Over = { attempt?: number; payloadHash?: string };

async function replace(stuck: StuckCase, over: Over = {}): Promise<boolean> {
  const { rows } = await pool.query("select notwice_sha256('{}') as hash");
  const version = { key: randomUUID(), target: "ana@acme.test", payload: "{}", payloadHash: rows[0].hash };
  const seen = { key: stuck.key, attempt: 1, payloadHash: stuck.payloadHash, ...over };
  return transaction((tx) => replaceAction(tx, seen, version));
}

describe("the statement that replaces an action, whatever was read before it", () => {
  it.each<[string, Over]>([
    ["with another attempt", { attempt: 2 }],
    ["with other bytes", { payloadHash: "0".repeat(64) }],
  ])("%s changes nothing", async (_, over) => {
    const stuck = await stuckCase(pool);
    const before = await snapshot(pool, stuck);
    expect(await replace(stuck, over)).toBe(false);
    expect(await snapshot(pool, stuck)).toEqual(before);
  });

  it("of an edited action changes nothing", async () => {
    const stuck = await stuckCase(pool);
    const other = await stuckCase(pool);
    await pool.query("update action_log set replaced_by = $2 where key = $1", [stuck.key, other.key]);
    expect(await replace(stuck)).toBe(false);
  });

  it("meets a row that is released", async () => {
    const stuck = await stuckCase(pool);
    await pool.query(
      `update action_log set status = 'released', release_reason = 'absent', claimable_at = now(),
         release_expires_at = now() + interval '1 hour', revision = revision + 1 where key = $1`,
      [stuck.key],
    );
    expect(await replace(stuck)).toBe(false);
  });

  it("replaces what was seen", async () => {
    const stuck = await stuckCase(pool);
    expect(await replace(stuck)).toBe(true);
  });
});
