import { route } from "#lib/http/index.ts";
import { bulkDetailSchema, readBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { readBulkRequest } from "#lib/reviews/index.ts";

export const GET = route(
  { actor: "session", params: idParamSchema, query: readBulkInputSchema, response: bulkDetailSchema },
  async ({ input, actor }) => readBulkRequest(actor, input.params.id, input.query),
);
