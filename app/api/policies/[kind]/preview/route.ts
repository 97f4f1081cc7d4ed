import { route } from "#lib/http/index.ts";
import { kindParamSchema, policyPreviewSchema, previewPolicyInputSchema } from "#lib/policies/contract.ts";
import { previewPolicy } from "#lib/policies/index.ts";

export const POST = route(
  { actor: "session", params: kindParamSchema, body: previewPolicyInputSchema, response: policyPreviewSchema },
  async ({ input, actor }) => previewPolicy(actor, input.params.kind, input.body.fields),
);
