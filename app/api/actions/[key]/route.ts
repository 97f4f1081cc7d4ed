import { actionDetailSchema, actionKeyParamSchema } from "#lib/actions/contract.ts";
import { readAction } from "#lib/actions/index.ts";
import { route } from "#lib/http/index.ts";

export const GET = route(
  { actor: "session", params: actionKeyParamSchema, response: actionDetailSchema },
  async ({ input, actor }) => readAction(actor, input.params.key),
);
