import { route } from "#lib/http/index.ts";
import { readStanding } from "#lib/reviews/index.ts";
import { reviewStandingSchema, standingInputSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route(
  { actor: "session", query: standingInputSchema, response: reviewStandingSchema },
  async ({ input, actor }) => readStanding(actor, input.query),
);
