import { route } from "#lib/http/index.ts";
import { inviteUserInputSchema, userLinkSchema, userListSchema } from "#lib/users/contract.ts";
import { inviteUser, listUsers } from "#lib/users/index.ts";

export const GET = route({ actor: "session", response: userListSchema }, async ({ actor }) => listUsers(actor));

export const POST = route(
  { actor: "session", body: inviteUserInputSchema, response: userLinkSchema, status: 201 },
  async ({ input, actor }) => inviteUser(actor, input.body),
);
