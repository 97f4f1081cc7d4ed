import { route } from "#lib/http/index.ts";
import { signRoleChangeAnswerSchema, signRoleChangeInputSchema, userIdParamSchema } from "#lib/users/contract.ts";
import { signRoleChange } from "#lib/users/index.ts";

export const POST = route(
  {
    actor: "session",
    params: userIdParamSchema,
    body: signRoleChangeInputSchema,
    response: signRoleChangeAnswerSchema,
  },
  async ({ input, actor }) => signRoleChange(actor, input.params.id, input.body),
);
