import { route } from "#lib/http/index.ts";
import { idParamSchema, reviewDetailSchema } from "#lib/reviews/contract.ts";
import { readReview } from "#lib/reviews/index.ts";

export const GET = route(
  { actor: "session", params: idParamSchema, response: reviewDetailSchema },
  async ({ input, actor }) => readReview(actor, input.params.id),
);
