import { route } from "#lib/http/index.ts";
import { addCommentInputSchema, commentAnswerSchema, idParamSchema } from "#lib/reviews/contract.ts";
import { addComment } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: addCommentInputSchema, response: commentAnswerSchema },
  async ({ input, actor, idempotencyKey }) => addComment(actor, input.params.id, input.body, idempotencyKey),
);
