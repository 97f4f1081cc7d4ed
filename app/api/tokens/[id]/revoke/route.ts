import { route } from "#lib/http/index.ts";
import { revokedTokenSchema, tokenParamSchema } from "#lib/tokens/contract.ts";
import { revokeToken } from "#lib/tokens/index.ts";

export const POST = route(
  { actor: "session", params: tokenParamSchema, response: revokedTokenSchema },
  async ({ input, actor }) => revokeToken(actor, input.params.id),
);
