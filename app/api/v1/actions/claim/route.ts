import { route } from "#lib/http/index.ts";
import { claimAnswerSchema, claimInputSchema } from "#lib/workers/contract.ts";
import { claimAction } from "#lib/workers/index.ts";

export const POST = route(
  { actor: "actions", body: claimInputSchema, json: ["payload"], response: claimAnswerSchema },
  async ({ input, actor }) => claimAction(actor, input.body),
);
