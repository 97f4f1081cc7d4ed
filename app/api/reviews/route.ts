import { route } from "#lib/http/index.ts";
import { listReviewsInputSchema, reviewListSchema } from "#lib/reviews/contract.ts";
import { listReviews } from "#lib/reviews/index.ts";

export const GET = route(
  { actor: "session", query: listReviewsInputSchema, response: reviewListSchema },
  async ({ input, actor }) => listReviews(actor, input.query),
);
