import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "#app/api/metrics/route.ts";
import { OPEN_REVIEWS, OPEN_WORK } from "#lib/metrics/sql/count-open-work.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { tokenSecret } from "#tests/support/workers/api-worker.ts";

const SECRET = "only-for-metrics-of-the-tests";
const { pool } = testDatabase();

beforeAll(() => {
  vi.stubEnv("METRICS_TOKEN", SECRET);
});

async function scrape(secret: string | null = SECRET): Promise<{ status: number; text: string; type: string | null }> {
  const headers = new Headers(secret === null ? {} : { authorization: `Bearer ${secret}` });
  const answer = await GET(new Request("http://localhost/api/metrics", { headers }));
  return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") };
}

async function values(): Promise<Record<string, number>> {
  const lines = (await scrape()).text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]));
}

function insertAction(status: string, more = "null"): Promise<unknown> {
  return pool.query(
    `insert into action_log (key, run_id, kind, status, deadline_at) values (gen_random_uuid(), 'r', 'k', $1, ${more})`,
    [status],
  );
}

describe("who may collect", () => {
  it("is who has the secret of the environment, or a token that may read", async () => {
    expect((await scrape()).status).toBe(200);
    expect((await scrape(await tokenSecret(pool, "prometheus", ["read"]))).status).toBe(200);
    expect((await scrape(await tokenSecret(pool, "mailer", ["actions"]))).status).toBe(403);
    for (const wrong of [null, "", `${SECRET}x`, "ntw_wrong"]) expect((await scrape(wrong)).status).toBe(401);
  });

  it("is nobody by an unset secret", async () => {
    vi.stubEnv("METRICS_TOKEN", undefined);
    expect((await scrape("undefined")).status).toBe(401);
    expect((await scrape("")).status).toBe(401);
    vi.stubEnv("METRICS_TOKEN", SECRET);
  });
});

it("counts what is open, in the text format, and leaves out what was never measured", async () => {
  expect(await values()).toEqual({
    notwice_actions_in_flight: 0,
    notwice_actions_stale: 0,
    notwice_actions_released: 0,
    notwice_nudges_given_up: 0,
  });
  await reap();
  const told = await stuckCase(pool, { kind: "post_message" });
  await stuckCase(pool);
  await stuckCase(pool);
  const closed = await stuckCase(pool);
  await pool.query("update review set state = 'closed', resolution = 'dismissed', closed_at = now() where id = $1", [
    closed.reviewId,
  ]);
  await insertAction("in_flight", "now() + interval '1 hour'");
  await insertAction("in_flight", "now() - interval '1 hour'");
  await insertAction("in_flight");
  await pool.query(
    "insert into nudge (action_key, attempt, kind, channel, next_at) values ($1, 1, 'post_message', 'webhook', 'infinity'), ($1, 2, 'post_message', 'webhook', now())",
    [told.key],
  );
  const { notwice_reaper_last_pass_age_seconds: age, ...counts } = await values();
  expect(age).toBeGreaterThanOrEqual(0);
  expect(counts).toEqual({
    'notwice_open_reviews{kind="post_message"}': 1,
    'notwice_open_reviews{kind="send_email"}': 2,
    notwice_actions_in_flight: 3,
    notwice_actions_stale: 1,
    notwice_actions_released: 0,
    notwice_nudges_given_up: 1,
  });
  const { text, type } = await scrape();
  expect(type).toContain("text/plain");
  expect(text).toContain("# HELP notwice_open_reviews Cases that are not closed.\n# TYPE notwice_open_reviews gauge");
});

it("never walks over the actions that have ended", async () => {
  await pool.query(
    `insert into action_log (key, run_id, kind, status, completed_at)
     select gen_random_uuid(), 'old', 'k', 'succeeded', now() from generate_series(1, 20000)`,
  );
  await pool.query("vacuum analyze action_log");
  for (const { sql, values: given } of [OPEN_WORK, OPEN_REVIEWS]) {
    const { rows } = await pool.query(`explain ${sql}`, [...given]);
    const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n");
    expect(plan).not.toMatch(/Seq Scan on action_log/);
  }
});
