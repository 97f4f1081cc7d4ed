import { route } from "#lib/http/index.ts";
import { decisionAnswerSchema, idParamSchema, undoInputSchema } from "#lib/reviews/contract.ts";
import { withdrawRequest } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: undoInputSchema, response: decisionAnswerSchema },
  async ({ input, actor }) => withdrawRequest(actor, input.params.id, input.body),
);
