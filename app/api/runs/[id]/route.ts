import { route } from "#lib/http/index.ts";
import { runDetailSchema, runIdParamSchema } from "#lib/runs/contract.ts";
import { readRun } from "#lib/runs/index.ts";

export const GET = route(
  { actor: "session", params: runIdParamSchema, response: runDetailSchema },
  async ({ input, actor }) => readRun(actor, input.params.id),
);
