import { notFound } from "../../errors.ts";
import { log } from "../../log.ts";
import type { ProviderFault, SignInProblem } from "../contract.ts";
import { safeNextPath } from "../next-path.ts";
import type { Refusal } from "./admit-person.ts";
import { discover } from "./discover.ts";
import { providerAuth, refusals } from "./provider-auth.ts";
import { oidcSettings } from "./settings.ts";

export type FinishedSignIn =
  | { next: string; cookies: string[]; problem?: undefined }
  | { problem: SignInProblem; next?: undefined; cookies: string[] };

type Callback = { query: Record<string, unknown>; headers: Headers; requestId: string };

/** The browser is back from the provider. */
export async function finishProviderSignIn({ query, headers, requestId }: Callback): Promise<FinishedSignIn> {
  const settings = oidcSettings();
  if (settings === null) throw notFound();
  const refused = { refusal: null as Refusal | null };
  try {
    const provider = await discover(settings.issuer);
    const answer = await refusals.run(refused, async () =>
      providerAuth(settings, provider).api.callbackOAuth({
        params: { id: settings.providerId },
        query: textsOf(query),
        headers,
        asResponse: true,
      }),
    );
    const cookies = answer.headers.getSetCookie();
    if (refused.refusal !== null) return { problem: { error: refused.refusal }, cookies };
    const location = new URL(answer.headers.get("location") ?? "/?error=answer", settings.redirectUri);
    const error = location.searchParams.get("error");
    if (answer.status === 302 && error === null && hasSession(cookies)) {
      return { next: safeNextPath(location.pathname + location.search + location.hash), cookies };
    }
    log.warn({ error, status: answer.status }, "A sign-in by the provider came to nothing");
    return { problem: toProblem(faultOf(error, query), requestId), cookies };
  } catch (error) {
    log.error({ err: error }, "The sign-in provider could not be used");
    return { problem: toProblem("unreachable", requestId), cookies: [] };
  }
}

function textsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function hasSession(cookies: readonly string[]): boolean {
  return cookies.some((cookie) => /session_token=[^;]/.test(cookie));
}

/** The library's words, and the provider's own, are many: what a person can do about it are four things. */
function faultOf(error: string | null, query: Record<string, unknown>): ProviderFault {
  if (error?.startsWith("state_") === true) return "state";
  return query["error"] === undefined ? "answer" : "refused";
}

function toProblem(code: ProviderFault, request: string): SignInProblem {
  return { error: "provider", code, request };
}
