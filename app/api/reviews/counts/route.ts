import { route } from "#lib/http/index.ts";
import { reviewCountsSchema } from "#lib/reviews/contract.ts";
import { countReviews } from "#lib/reviews/index.ts";

export const GET = route({ actor: "session", response: reviewCountsSchema }, async ({ actor }) => countReviews(actor));
