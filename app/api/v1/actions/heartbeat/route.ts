import { route } from "#lib/http/index.ts";
import { heartbeatAnswerSchema, heldInputSchema } from "#lib/workers/contract.ts";
import { recordHeartbeat } from "#lib/workers/index.ts";

export const POST = route(
  { actor: "actions", body: heldInputSchema, response: heartbeatAnswerSchema },
  async ({ input }) => recordHeartbeat(input.body),
);
