import { route } from "#lib/http/index.ts";
import { changeRolesAnswerSchema, changeRolesInputSchema, userIdParamSchema } from "#lib/users/contract.ts";
import { changeRoles } from "#lib/users/index.ts";

export const PUT = route(
  { actor: "session", params: userIdParamSchema, body: changeRolesInputSchema, response: changeRolesAnswerSchema },
  async ({ input, actor }) => changeRoles(actor, input.params.id, input.body),
);
