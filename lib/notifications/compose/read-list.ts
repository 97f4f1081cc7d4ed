import type { ReviewRow, Tab } from "#lib/reviews/contract.ts";
import { listReviews } from "#lib/reviews/index.ts";
import { listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";
import type { Reader } from "./content.ts";

const APPROVAL_TABS: readonly Tab[] = ["to_sign", "asked", "awaiting_sign_off"];

export type Listed = {
  /** A lower bound, unless `isExact`. */
  total: number;
  isExact: boolean;
  /** What has waited longest, or expires first. */
  first: ReviewRow;
  path: string;
};

/** The first of these lists of the desk that is not empty, as its page shows it to this reader. */
export async function readList(tabs: readonly Tab[], kind: string, { actor }: Reader): Promise<Listed | null> {
  for (const tab of tabs) {
    const { items, total, totalIsCapped } = await listReviews(
      actor,
      listReviewsInputSchema.parse({ tab, kind, limit: 1 }),
    );
    const [first] = items;
    if (first) return { total, isExact: !totalIsCapped, first, path: pathOf(tab, kind) };
  }
  return null;
}

function pathOf(tab: Tab, kind: string): string {
  return `${APPROVAL_TABS.includes(tab) ? "/approvals" : "/queue"}?${new URLSearchParams({ tab, kind })}`;
}
