import { route } from "#lib/http/index.ts";
import { searchAnswerSchema, searchInputSchema } from "#lib/search/contract.ts";
import { search } from "#lib/search/index.ts";

export const GET = route(
  { actor: "session", query: searchInputSchema, response: searchAnswerSchema },
  async ({ actor, input }) => search(actor, input.query.q),
);
