import { z } from "zod";
import { beginProviderSignIn, signInPath } from "#lib/auth/index.ts";
import { redirectAway, redirectTo, route } from "#lib/http/index.ts";

const querySchema = z.object({ next: z.string().optional().catch(undefined) });

/** A link, not a form: browsers stop a form whose answer leads to another site. It decides nothing. */
export const GET = route({ actor: "none", query: querySchema }, async ({ input, request, requestId }) => {
  const { next } = input.query;
  const begun = await beginProviderSignIn(request.headers, next);
  if (begun) return redirectAway(begun.location, begun.cookies);
  return redirectTo(signInPath(next, { error: "provider", code: "unreachable", request: requestId }));
});
