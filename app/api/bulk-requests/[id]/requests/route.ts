import { route } from "#lib/http/index.ts";
import { askBulkAnswerSchema, askBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { askBulkRequest } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: askBulkInputSchema, response: askBulkAnswerSchema },
  async ({ input, actor, idempotencyKey }) => askBulkRequest(actor, input.params.id, input.body, idempotencyKey),
);
