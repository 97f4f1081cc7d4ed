import { route } from "#lib/http/index.ts";
import { groupReviews } from "#lib/reviews/index.ts";
import { groupReviewsInputSchema, reviewGroupsSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route(
  { actor: "session", query: groupReviewsInputSchema, response: reviewGroupsSchema },
  async ({ input, actor }) => groupReviews(actor, input.query),
);
