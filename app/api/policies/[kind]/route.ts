import { route } from "#lib/http/index.ts";
import {
  editPolicyAnswerSchema,
  editPolicyInputSchema,
  kindParamSchema,
  policyDetailSchema,
} from "#lib/policies/contract.ts";
import { editPolicy, readPolicyDetail } from "#lib/policies/index.ts";

export const GET = route(
  { actor: "session", params: kindParamSchema, response: policyDetailSchema },
  async ({ input, actor }) => readPolicyDetail(actor, input.params.kind),
);

export const PUT = route(
  { actor: "session", params: kindParamSchema, body: editPolicyInputSchema, response: editPolicyAnswerSchema },
  async ({ input, actor }) => editPolicy(actor, input.params.kind, input.body),
);
