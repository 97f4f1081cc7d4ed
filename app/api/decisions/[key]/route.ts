import { route } from "#lib/http/index.ts";
import { decisionKeyParamSchema, recordedDecisionSchema } from "#lib/reviews/decisions/contract.ts";
import { readDecision } from "#lib/reviews/index.ts";

export const GET = route(
  { actor: "session", params: decisionKeyParamSchema, response: recordedDecisionSchema },
  async ({ actor, input }) => readDecision(actor, input.params.key),
);
