import { route } from "#lib/http/index.ts";
import { reviewListSchema } from "#lib/reviews/contract.ts";
import { listReviews } from "#lib/reviews/index.ts";
import { listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route(
  { actor: "session", query: listReviewsInputSchema, response: reviewListSchema },
  async ({ input, actor }) => listReviews(actor, input.query),
);
