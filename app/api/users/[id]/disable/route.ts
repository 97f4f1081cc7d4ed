import { route } from "#lib/http/index.ts";
import { userIdParamSchema, userStateAnswerSchema } from "#lib/users/contract.ts";
import { disableUser } from "#lib/users/index.ts";

export const POST = route(
  { actor: "session", params: userIdParamSchema, response: userStateAnswerSchema },
  async ({ input, actor }) => disableUser(actor, input.params.id),
);
