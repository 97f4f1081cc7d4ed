import { route } from "#lib/http/index.ts";
import { createdTokenSchema, createTokenInputSchema, tokenListSchema } from "#lib/tokens/contract.ts";
import { createToken, listTokens } from "#lib/tokens/index.ts";

export const GET = route({ actor: "session", response: tokenListSchema }, async ({ actor }) => listTokens(actor));

export const POST = route(
  { actor: "session", body: createTokenInputSchema, response: createdTokenSchema, status: 201 },
  async ({ input, actor }) => createToken(actor, input.body),
);
