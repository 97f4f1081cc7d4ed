import { route } from "#lib/http/index.ts";
import { stopBulkAnswerSchema, stopBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { stopBulkRequest } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: stopBulkInputSchema, response: stopBulkAnswerSchema },
  async ({ input, actor }) => stopBulkRequest(actor, input.params.id),
);
