import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hasDoubtfulPredecessor } from "#lib/actions/index.ts";
import { prisma } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";

const { pool } = testDatabase();

type Replaced = { attempt: number; failure: "may_have_happened" | "did_not_happen" | null };

/** A chain of edits, the oldest first; the key of the action that replaced the last of them. */
async function replacing(chain: Replaced[]): Promise<string> {
  let newer: string = randomUUID();
  await pool.query("insert into action_log (key, run_id, kind, status) values ($1, 'r', 'k', 'held')", [newer]);
  const last = newer;
  for (const { attempt, failure } of chain.toReversed()) {
    const key = randomUUID();
    await pool.query(
      `insert into action_log (key, run_id, kind, status, attempt, failure, replaced_by)
       values ($1, 'r', 'k', 'dismissed', $2, $3, $4)`,
      [key, attempt, failure, newer],
    );
    newer = key;
  }
  return last;
}

const DOUBT: Replaced = { attempt: 1, failure: "may_have_happened" };
const PROOF: Replaced = { attempt: 1, failure: "did_not_happen" };
const UNKNOWN: Replaced = { attempt: 1, failure: null };
const NEVER_TRIED: Replaced = { attempt: 0, failure: null };

describe("an action that replaces others may have happened in another form", () => {
  it.each<[string, Replaced[], boolean]>([
    ["not where it replaces none", [], false],
    ["where the one before is in doubt", [DOUBT], true],
    ["where the first of a chain is in doubt", [DOUBT, NEVER_TRIED, PROOF], true],
    ["where nobody has said how one ended", [UNKNOWN], true],
    ["not where each is proven harmless or was never tried", [PROOF, NEVER_TRIED], false],
  ])("%s", async (_where, chain, expected) => {
    expect(await hasDoubtfulPredecessor(prisma(), await replacing(chain))).toBe(expected);
  });
});
