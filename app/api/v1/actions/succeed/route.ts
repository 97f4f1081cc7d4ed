import { route } from "#lib/http/index.ts";
import { succeedAnswerSchema, succeedInputSchema } from "#lib/workers/contract.ts";
import { succeedAction } from "#lib/workers/index.ts";

/** The effect has happened: a result too large to be stored is left out, and must not stand in the way of the success. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024;

export const POST = route(
  {
    actor: "actions",
    body: succeedInputSchema,
    json: ["result"],
    response: succeedAnswerSchema,
    maxBodyBytes: MAX_RESULT_BYTES,
  },
  async ({ input, actor }) => succeedAction(actor, input.body),
);
