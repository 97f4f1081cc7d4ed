import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { readEvidence, registerVerifier } from "#lib/verification/index.ts";
import { setPolicy } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";
import { billingVerifier, FakeBilling } from "#tests/support/fake-provider/billing.ts";
import { actionRow, reviewRows } from "#tests/support/rows.ts";
import { makeDue } from "./setting.ts";

const { pool } = testDatabase();
const KIND = "charge_card";
let billing: FakeBilling;

beforeAll(async () => {
  billing = await FakeBilling.start();
  const verify = JSON.stringify({ by: "code", quietSeconds: 600, tries: 3 });
  await setPolicy(pool, KIND, { recovery: "verify", verify, backoff_seconds: 0 });
});
afterAll(async () => billing[Symbol.asyncDispose]());

/** The provider takes the request and hangs up: nobody knows. */
async function chargeInDoubt(): Promise<{ key: string; again: () => Promise<unknown> }> {
  billing.landsLate = true;
  const intent = testIntent({ kind: KIND, payload: { amount: 12 } });
  const charge = async ({ key, payload }: { key: string; payload: unknown }) => {
    const response = await fetch(`${billing.origin}/v1/charges`, {
      method: "POST",
      headers: { "idempotency-key": key },
      body: JSON.stringify(payload),
    });
    return response.json();
  };
  const worker = openWorker(pool);
  await refusalOf(worker.perform(intent, charge, { timeoutMs: 60_000 }));
  const { rows } = await pool.query("select key from action_log where run_id = $1", [intent.runId]);
  return { key: rows[0].key, again: () => worker.perform(intent, charge, { timeoutMs: 60_000 }) };
}

/** As if so much time had gone by for this action. */
async function passTime(key: string, minutes: number): Promise<void> {
  await pool.query(
    `update action_attempt set deadline_at = deadline_at - $2 * interval '1 minute',
       ended_at = ended_at - $2 * interval '1 minute' where action_key = $1`,
    [key, minutes],
  );
}

it("a charge that lands after it was looked for is never made twice: absent before the quiet time counts for nothing", async () => {
  onTestFinished(registerVerifier(KIND, billingVerifier(billing.origin)));
  const { key, again } = await chargeInDoubt();
  expect(await runPass()).toMatchObject({ checked: 1 });

  // Somebody makes the check due by hand, too early: the deadline has not passed, then the quiet time has not.
  for (const minutes of [0, 1, 5]) {
    await passTime(key, minutes);
    await makeDue(pool, key);
    expect(await runPass()).toMatchObject({ fetched: 1, checked: 1, released: 0 });
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 1, checks: 0 });
    await expect(again()).rejects.toThrow("is being looked into");
  }
  expect(billing.searches).toBe(3);
  billing.land();
  await passTime(key, 10);
  await makeDue(pool, key);
  expect(await runPass()).toMatchObject({ settled: 1 });

  expect(billing.charges).toHaveLength(1);
  expect(await again()).toMatchObject({ id: "ch_1", amount: 12 });
  expect(billing.charges).toHaveLength(1);
  expect((await readEvidence(key)).map(({ answer, consequence }) => `${answer}: ${consequence}`)).toEqual([
    "landed: settled",
    "absent: too_early",
    "absent: too_early",
    "absent: too_early",
  ]);
  expect(await reviewRows(pool, key)).toEqual([]);
});

it("a charge that was lost on the way is made once more, by the same key", async () => {
  onTestFinished(registerVerifier(KIND, billingVerifier(billing.origin)));
  const before = billing.charges.length;
  const { key, again } = await chargeInDoubt();
  await runPass();
  await passTime(key, 30);
  await makeDue(pool, key);
  expect(await runPass()).toMatchObject({ released: 1 });
  billing.landsLate = false;

  // The provider remembers the key, and finds that it had not come to it.
  billing.land();
  await again();

  expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, release_reason: "absent" });
  expect(billing.charges.length - before).toBe(1);
});

it("a kind whose verifier is not registered here is asked about when its tries are used", async () => {
  const { key } = await chargeInDoubt();
  await runPass();
  for (const _try of [1, 2, 3]) {
    await makeDue(pool, key);
    await runPass();
  }
  expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", cause: "checks_used" }]);
  expect((await readEvidence(key))[0]?.evidence.problem).toMatch("No verifier is registered for charge_card");
});
