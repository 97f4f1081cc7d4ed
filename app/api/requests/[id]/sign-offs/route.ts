import { route } from "#lib/http/index.ts";
import { signOffAnswerSchema, signOffInputSchema, idParamSchema } from "#lib/reviews/contract.ts";
import { signOff } from "#lib/reviews/index.ts";

export const POST = route(
  { actor: "session", params: idParamSchema, body: signOffInputSchema, response: signOffAnswerSchema },
  async ({ input, actor, idempotencyKey }) => signOff(actor, input.params.id, input.body, idempotencyKey),
);
