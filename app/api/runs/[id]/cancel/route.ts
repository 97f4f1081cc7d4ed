import { route } from "#lib/http/index.ts";
import { cancelRunAnswerSchema, cancelRunInputSchema, runIdParamSchema } from "#lib/runs/contract.ts";
import { cancelRun } from "#lib/runs/index.ts";

export const POST = route(
  { actor: "session", params: runIdParamSchema, body: cancelRunInputSchema, response: cancelRunAnswerSchema },
  async ({ input, actor, idempotencyKey }) => cancelRun(actor, input.params.id, input.body, idempotencyKey),
);
