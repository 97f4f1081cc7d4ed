import { route } from "#lib/http/index.ts";
import { policyListSchema } from "#lib/policies/contract.ts";
import { listPolicies } from "#lib/policies/index.ts";

export const GET = route({ actor: "session", response: policyListSchema }, async ({ actor }) => listPolicies(actor));
