import { route } from "#lib/http/index.ts";
import { listRunsInputSchema, runListSchema } from "#lib/runs/contract.ts";
import { listRuns } from "#lib/runs/index.ts";

export const GET = route(
  { actor: "session", query: listRunsInputSchema, response: runListSchema },
  async ({ input, actor }) => listRuns(actor, input.query),
);
