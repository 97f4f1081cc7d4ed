import { route } from "#lib/http/index.ts";
import { decisionAnswerSchema, reopenInputSchema, idParamSchema } from "#lib/reviews/contract.ts";
import { reopen } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: reopenInputSchema, response: decisionAnswerSchema },
  async ({ input, actor, idempotencyKey }) => reopen(actor, input.params.id, input.body, idempotencyKey),
);
