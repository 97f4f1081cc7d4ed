import { sendHttp } from "@notwice/once/http";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent, type TestIntent } from "#tests/support/case.ts";
import { type HttpScript, reply, ScriptedHttp } from "#tests/support/http-script.ts";

const { pool } = testDatabase();

/** One action that calls a scripted provider, and the row that tells of it. */
async function performHttp(script: HttpScript, intent: TestIntent = testIntent()) {
  await using server = await ScriptedHttp.start(script);
  const call = () =>
    openWorker(pool).perform(intent, (context) => sendHttp(context, { url: server.url, json: context.payload }), {
      twoPhase: true,
    });
  const outcome: unknown = await call().catch((error: unknown) => error);
  const { rows } = await pool.query("select * from action_log where run_id = $1", [intent.runId]);
  return { outcome, row: rows[0], requests: server.requests, again: call };
}

describe("an action that is an HTTP request", () => {
  test("is recorded with the answer, and sent once, under its own key", async () => {
    const answer = reply("201 Created", '{"id":"m1"}', { "content-type": "application/json" });
    const { outcome, row, requests, again } = await performHttp({ at: { request: [answer, "close"] } });
    expect(outcome).toEqual({ status: 201, location: null, body: { id: "m1" }, bodyOmitted: null });
    expect(row).toMatchObject({ status: "succeeded", result: outcome, effect_started_at: expect.any(Date) });
    expect(await again()).toEqual(outcome);
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual([row.key]);
  });

  test("did not happen where the provider says no", async () => {
    const { outcome, row } = await performHttp({ at: { request: [reply("422 No", ""), "close"] } });
    expect(outcome).toMatchObject({ name: "ActionFailedError", failure: "did_not_happen" });
    expect(row).toMatchObject({
      status: "failed",
      doubts: 0,
      error: { permanent: true, phase: "answered", code: "422" },
    });
  });

  test("may have happened where the answer is lost, though nobody can say so", async () => {
    const { outcome, row, requests } = await performHttp({ at: { request: ["reset"] } });
    expect(outcome).toMatchObject({ name: "ActionFailedError", failure: "may_have_happened" });
    expect(row).toMatchObject({ status: "failed", doubts: 1, error: { phase: "requested", code: "ECONNRESET" } });
    expect(requests).toHaveLength(1);
  });

  test("did not happen where its request cannot even be made", async () => {
    const refused = await refusalOf(
      openWorker(pool).perform(testIntent(), (context) => sendHttp(context, { url: "nowhere" }), { twoPhase: true }),
    );
    expect(refused).toMatchObject({ failure: "did_not_happen", cause: expect.any(TypeError) });
  });
});
