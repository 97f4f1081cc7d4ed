import { route } from "#lib/http/index.ts";
import { beginAnswerSchema, heldInputSchema } from "#lib/workers/contract.ts";
import { beginEffect } from "#lib/workers/index.ts";

export const POST = route({ actor: "actions", body: heldInputSchema, response: beginAnswerSchema }, async ({ input }) =>
  beginEffect(input.body),
);
