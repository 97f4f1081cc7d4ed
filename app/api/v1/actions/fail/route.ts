import { route } from "#lib/http/index.ts";
import { failAnswerSchema, failInputSchema } from "#lib/workers/contract.ts";
import { failAction } from "#lib/workers/index.ts";

export const POST = route(
  { actor: "actions", body: failInputSchema, json: ["error"], response: failAnswerSchema },
  async ({ input, actor }) => failAction(actor, input.body),
);
