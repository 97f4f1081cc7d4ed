import { route } from "#lib/http/index.ts";
import {
  bulkListSchema,
  freezeBulkAnswerSchema,
  freezeBulkInputSchema,
  listBulkInputSchema,
} from "#lib/reviews/bulk/contract.ts";
import { freezeBulkRequest, listBulkRequests } from "#lib/reviews/index.ts";

export const GET = route(
  { actor: "session", query: listBulkInputSchema, response: bulkListSchema },
  async ({ input, actor }) => listBulkRequests(actor, input.query),
);

export const POST = route(
  { actor: "session", body: freezeBulkInputSchema, response: freezeBulkAnswerSchema },
  async ({ input, actor, idempotencyKey }) => freezeBulkRequest(actor, input.body, idempotencyKey),
);
