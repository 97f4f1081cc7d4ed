import { route } from "#lib/http/index.ts";
import { decisionAnswerSchema, idParamSchema, undoInputSchema } from "#lib/reviews/contract.ts";
import { takeBack } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: undoInputSchema, response: decisionAnswerSchema },
  async ({ input, actor }) => takeBack(actor, input.params.id, input.body),
);
