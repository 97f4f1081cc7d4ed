import { route } from "#lib/http/index.ts";
import { kindParamSchema, signRevisionAnswerSchema, signRevisionInputSchema } from "#lib/policies/contract.ts";
import { signPolicyRevision } from "#lib/policies/index.ts";

export const POST = route(
  { actor: "session", params: kindParamSchema, body: signRevisionInputSchema, response: signRevisionAnswerSchema },
  async ({ input, actor }) => signPolicyRevision(actor, input.params.kind, input.body),
);
