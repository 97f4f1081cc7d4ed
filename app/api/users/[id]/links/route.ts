import { route } from "#lib/http/index.ts";
import { userIdParamSchema, userLinkSchema } from "#lib/users/contract.ts";
import { makeUserLink } from "#lib/users/index.ts";

export const POST = route(
  { actor: "session", params: userIdParamSchema, response: userLinkSchema, status: 201 },
  async ({ input, actor }) => makeUserLink(actor, input.params.id),
);
