import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, listReviews, readStanding } from "#lib/reviews/index.ts";
import { listReviewsInputSchema, standingInputSchema } from "#lib/reviews/lists/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
const kept: StuckCase[] = [];
let dismissed: StuckCase;
let since: string;

async function ask(stuck: StuckCase, type: "resend" | "dismiss"): Promise<void> {
  await createRequest(bo, stuck.reviewId, { type, reason: "No longer needed", ...(await seenOf(pool, stuck)) });
}

const standing = (over: Record<string, string>) => readStanding(bo, standingInputSchema.parse({ since, ...over }));

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  for (let n = 0; n < 3; n += 1) kept.push(await stuckCase(pool));
  dismissed = await stuckCase(pool);
  since = (await listReviews(bo, listReviewsInputSchema.parse({}))).at;
  await ask(dismissed, "dismiss");
});

describe("what has become of rows on screen", () => {
  it("says of each how it is now, and whether the list still has it", async () => {
    const ids = [...kept, dismissed].map(({ reviewId }) => reviewId);
    const { rows, total } = await standing({ ids: ids.join(",") });
    const listed = new Map(rows.map(({ row, isListed }) => [row.id, isListed]));
    expect(listed.get(dismissed.reviewId)).toBe(false);
    expect(kept.map(({ reviewId }) => listed.get(reviewId))).toEqual([true, true, true]);
    const gone = rows.find(({ row }) => row.id === dismissed.reviewId);
    expect(gone).toMatchObject({ row: { state: "closed", resolution: "dismissed" }, closedBy: { name: "Bo" } });
    expect(rows.filter(({ closedBy }) => closedBy !== null)).toHaveLength(1);
    expect(total).toBe(3);
  });

  it("counts what was opened since and belongs to the list, and nothing else", async () => {
    expect((await standing({})).arrived).toBe(0);
    await stuckCase(pool);
    await stuckCase(pool, { kind: "post_message" });
    const asked = await stuckCase(pool);
    await ask(asked, "resend");
    expect(await standing({})).toMatchObject({ arrived: 2, total: 5, rows: [] });
    expect(await standing({ kind: "post_message" })).toMatchObject({ arrived: 1, total: 1 });
  });

  it("keeps to the filter of the list", async () => {
    const { rows } = await standing({ ids: kept.map(({ reviewId }) => reviewId).join(","), kind: "post_message" });
    expect(rows.map(({ isListed }) => isListed)).toEqual([false, false, false]);
  });

  it("takes as many rows as a page has, and no more", () => {
    const id = kept[0]?.reviewId;
    const given = (count: number) => ({ since, ids: Array.from({ length: count }, () => id).join(",") });
    expect(standingInputSchema.safeParse(given(100)).success).toBe(true);
    expect(standingInputSchema.safeParse(given(101)).success).toBe(false);
    expect(standingInputSchema.safeParse({ since, ids: "x" }).success).toBe(false);
  });
});
