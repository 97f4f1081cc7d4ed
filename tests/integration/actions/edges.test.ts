import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";

const { pool } = testDatabase();
const STATUSES = ["held", "in_flight", "released", "succeeded", "failed", "dismissed"];

/** The edges of an action that was attempted; one that was not has two others, which it alone has. */
const ATTEMPTED: Record<string, string[]> = {
  held: ["released", "dismissed"],
  in_flight: ["succeeded", "failed", "released"],
  released: ["in_flight", "succeeded", "failed", "dismissed"],
  failed: ["succeeded", "released", "dismissed"],
  dismissed: ["failed", "succeeded"],
  succeeded: [],
};
const UNATTEMPTED: Record<string, string[]> = {
  ...ATTEMPTED,
  released: ["in_flight", "succeeded", "held", "dismissed"],
  dismissed: ["held", "succeeded"],
};

async function reached(from: string, attempt: number): Promise<string[]> {
  const to: string[] = [];
  for (const status of STATUSES.filter((each) => each !== from)) {
    const key = randomUUID();
    await pool.query(
      "insert into action_log (key, run_id, kind, status, attempt, release_reason) values ($1, 'r', 'k', $2, $3, 'absent')",
      [key, from, attempt],
    );
    const claim = status === "in_flight" ? ", claim_token = gen_random_uuid(), attempt = attempt + 1" : "";
    const moved = pool.query(`update action_log set status = $2, revision = revision + 1${claim} where key = $1`, [
      key,
      status,
    ]);
    await moved.then(
      () => to.push(status),
      (error: Error) => expect(error.message).toMatch(/^action \S+ cannot go from \w+ to \w+$/),
    );
  }
  return to;
}

describe.each(STATUSES)("an action that is %s", (from) => {
  it("takes its edges and no other, attempted", async () => {
    expect((await reached(from, 1)).toSorted()).toEqual(ATTEMPTED[from]?.toSorted());
  });

  it("takes its edges and no other, never attempted", async () => {
    expect((await reached(from, 0)).toSorted()).toEqual(UNATTEMPTED[from]?.toSorted());
  });
});

it.each([
  ["names the state alone", "status = 'in_flight'"],
  ["takes no token", "status = 'in_flight', attempt = attempt + 1, revision = revision + 1"],
  ["repeats the attempt", "status = 'in_flight', claim_token = gen_random_uuid(), revision = revision + 1"],
  ["skips an attempt", "status = 'in_flight', claim_token = gen_random_uuid(), attempt = attempt + 2"],
])("a released action does not go in flight by an update that %s", async (_, assignments) => {
  const key = randomUUID();
  await pool.query(
    "insert into action_log (key, run_id, kind, status, release_reason) values ($1, 'r', 'k', 'released', 'absent')",
    [key],
  );
  const moved = pool.query(`update action_log set ${assignments} where key = $1`, [key]);
  await expect(moved).rejects.toThrow(/goes in flight by a claim, with a token of its own as attempt 2$/);
});

it("an adopted row under another's word can only fail or succeed", async () => {
  await pool.query("alter table action_log drop constraint action_log_status_word");
  expect((await reached("sending", 1)).toSorted()).toEqual(["failed", "succeeded"]);
});
