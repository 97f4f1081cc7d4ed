import { route } from "#lib/http/index.ts";
import { assignAnswerSchema, assignInputSchema, idParamSchema } from "#lib/reviews/contract.ts";
import { assign } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: assignInputSchema, response: assignAnswerSchema },
  async ({ input, actor }) => assign(actor, input.params.id, input.body),
);
