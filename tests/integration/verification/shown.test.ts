import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { readReview } from "#lib/reviews/index.ts";
import { seedRequested, setPolicy } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { KIND } from "./setting.ts";

const { pool } = testDatabase();
let olga: Actor;
let cara: Actor;

beforeAll(async () => {
  olga = await person(pool, "Olga", "operator");
  cara = await person(pool, "Cara", "approver");
});

/** Two questions: the first was too early, the second found nothing while a person was deciding. */
async function askedTwice(): Promise<string> {
  const { key, reviewId } = await seedRequested(pool, {}, { kind: KIND });
  await pool.query(
    `insert into verification (action_key, attempt, asked_at, answered_at, answer, consequence, evidence) values
       ($1, 1, now() - interval '9 minutes', now() - interval '9 minutes', 'absent', 'too_early', '{"status": 200}'),
       ($1, 1, now() - interval '2 minutes', now() - interval '2 minutes', 'absent', 'review_open', $2)`,
    [key, JSON.stringify({ status: 200, matched: ["/ok equals true"], excerpt: '{"ok":true,"subject":"Hello"}' })],
  );
  return reviewId;
}

it("a case shows what the provider was asked and said, the newest first, with the evidence that was stored", async () => {
  const { verifications } = await readReview(olga, await askedTwice());
  expect(verifications).toMatchObject([
    {
      answer: "absent",
      consequence: "review_open",
      evidence: { status: 200, matched: ["/ok equals true"], excerpt: '{"ok":true,"subject":"Hello"}' },
    },
    { answer: "absent", consequence: "too_early", evidence: { status: 200 } },
  ]);
});

it("the provider's words are for those who may see the payload: they may quote it", async () => {
  await setPolicy(pool, KIND, { recovery: "ask", redact: ["/subject"] });
  const id = await askedTwice();
  const seen = await readReview(olga, id);
  expect(seen.verifications).toHaveLength(2);
  expect(JSON.stringify(seen.verifications)).not.toContain("Hello");
  expect(seen.verifications[0]?.evidence).toEqual({ status: 200, matched: ["/ok equals true"] });
  expect(JSON.stringify((await readReview(cara, id)).verifications)).toContain("Hello");
});
