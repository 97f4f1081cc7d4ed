import { actionKeyParamSchema, editActionInputSchema, editAnswerSchema } from "#lib/actions/contract.ts";
import { route } from "#lib/http/index.ts";
import { editAction } from "#lib/reviews/index.ts";

export const POST = route(
  {
    actor: "session",
    params: actionKeyParamSchema,
    body: editActionInputSchema,
    json: ["payload"],
    response: editAnswerSchema,
  },
  async ({ input, actor, idempotencyKey }) => editAction(actor, input.params.key, input.body, idempotencyKey),
);
