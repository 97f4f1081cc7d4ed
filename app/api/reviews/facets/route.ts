import { route } from "#lib/http/index.ts";
import { facetReviews } from "#lib/reviews/index.ts";
import { reviewFacetsSchema, reviewFilterSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route(
  { actor: "session", query: reviewFilterSchema, response: reviewFacetsSchema },
  async ({ input, actor }) => facetReviews(actor, input.query),
);
