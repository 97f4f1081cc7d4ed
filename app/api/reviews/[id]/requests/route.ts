import { route } from "#lib/http/index.ts";
import { requestAnswerSchema, createRequestInputSchema, idParamSchema } from "#lib/reviews/contract.ts";
import { createRequest } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: createRequestInputSchema, response: requestAnswerSchema },
  async ({ input, actor, idempotencyKey }) => createRequest(actor, input.params.id, input.body, idempotencyKey),
);
