import { route } from "#lib/http/index.ts";
import { releasedAnswerSchema, releasedInputSchema } from "#lib/workers/contract.ts";
import { claimReleased } from "#lib/workers/index.ts";

export const POST = route(
  { actor: "actions", body: releasedInputSchema, response: releasedAnswerSchema },
  async ({ input, actor, request }) => claimReleased(actor, input.body, request.signal),
);
