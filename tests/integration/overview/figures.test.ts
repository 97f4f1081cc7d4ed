import { beforeAll, describe, expect, it } from "vitest";
import { listDuplicates } from "#lib/actions/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import { groupReviews, listReviews, readFigures, readStuckPerHour } from "#lib/reviews/index.ts";
import { groupReviewsInputSchema, listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, stuckCase } from "#tests/support/desk.ts";
import { minutesAgo, seedAction, seedRequested } from "../reaper/seed.ts";

const { pool } = testDatabase();
let olga: Actor;

beforeAll(async () => {
  olga = await person(pool, "Olga", "operator");
});

async function totalOf(filter: object): Promise<number | null> {
  const { items } = await listReviews(olga, listReviewsInputSchema.parse(filter));
  return items.length;
}

describe("each figure is of exactly its list", () => {
  it("when there is nothing", async () => {
    expect(await readFigures(olga)).toMatchObject({
      needsDecision: { count: 0, oldestAt: null },
      awaitingSignOff: { count: 0, oldestAt: null },
      decideWithinHour: { count: 0, firstAt: null },
      duplicates: { count: 0 },
    });
  });

  it("and of nothing beside it", async () => {
    const oldest = await stuckCase(pool, { openedAt: minutesAgo(200).toISOString() });
    await stuckCase(pool);
    await stuckCase(pool, { failure: "did_not_happen" });
    const soon = new Date(Date.now() + 30 * 60_000);
    await seedRequested(pool, { expires_at: soon });
    await seedRequested(pool, { expires_at: new Date(Date.now() + 2 * 3_600_000) });
    await seedRequested(pool, { expires_at: minutesAgo(1) });
    const twice = await seedAction(pool, { status: "succeeded", duplicate: "confirmed", completed_at: minutesAgo(5) });
    await seedAction(pool, { status: "succeeded", duplicate: "suspected", completed_at: minutesAgo(5) });
    await seedAction(pool, { status: "succeeded", duplicate: "confirmed", completed_at: minutesAgo(31 * 24 * 60) });

    const figures = await readFigures(olga);
    const { rows } = await pool.query("select opened_at from review where id = $1", [oldest.reviewId]);
    expect(figures).toMatchObject({
      needsDecision: { count: 3, oldestAt: rows[0].opened_at.toISOString() },
      awaitingSignOff: { count: 2 },
      decideWithinHour: { count: 1, firstAt: soon.toISOString() },
      duplicates: { count: 1 },
    });
    expect(await totalOf({ tab: "needs_decision" })).toBe(figures.needsDecision.count);
    expect(await totalOf({ tab: "awaiting_sign_off" })).toBe(figures.awaitingSignOff.count);
    expect(await totalOf({ tab: "awaiting_sign_off", decideWithin: 3600 })).toBe(figures.decideWithinHour.count);
    expect(await listDuplicates(olga)).toMatchObject({ total: 1, items: [{ shortKey: twice.slice(0, 10) }] });
  });

  it("and of each cause, by the filter that it leads to", async () => {
    const { groups } = await groupReviews(olga, groupReviewsInputSchema.parse({ by: "cause" }));
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe((await readFigures(olga)).needsDecision.count);
    for (const { filter, count } of groups) expect(await totalOf({ tab: "needs_decision", ...filter })).toBe(count);
  });
});

it("cases are counted by the hour they came in, and what is merely to be signed first is not stuck", async () => {
  const before = await readStuckPerHour(olga);
  expect(before.hours).toHaveLength(48);
  await stuckCase(pool, { openedAt: minutesAgo(47 * 60).toISOString() });
  await stuckCase(pool, { openedAt: minutesAgo(49 * 60).toISOString() });
  await stuckCase(pool, { status: "held", cause: "gated" });
  await stuckCase(pool);
  const after = await readStuckPerHour(olga);
  const more = after.hours.map(({ count }, at) => count - (before.hours[at]?.count ?? 0));
  expect(more.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(more[47]).toBe(1);
});
