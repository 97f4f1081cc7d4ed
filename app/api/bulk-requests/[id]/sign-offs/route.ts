import { route } from "#lib/http/index.ts";
import { signBulkAnswerSchema, signBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { signBulkRequest } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: signBulkInputSchema, response: signBulkAnswerSchema },
  async ({ input, actor, idempotencyKey }) => signBulkRequest(actor, input.params.id, input.body, idempotencyKey),
);
