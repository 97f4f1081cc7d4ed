import { z } from "zod";
import { finishProviderSignIn, signInPath } from "#lib/auth/index.ts";
import { redirectTo, route } from "#lib/http/index.ts";

const querySchema = z.record(z.string(), z.unknown());

export const GET = route({ actor: "none", query: querySchema }, async ({ input, request, requestId }) => {
  const finished = await finishProviderSignIn({ query: input.query, headers: request.headers, requestId });
  if (finished.problem) return redirectTo(signInPath(undefined, finished.problem), finished.cookies);
  return redirectTo(finished.next, finished.cookies);
});
