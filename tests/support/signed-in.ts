import { createAccount, type Role, signIn } from "#lib/auth/index.ts";
import type { RouteHandler } from "#lib/http/index.ts";

const PASSWORD = "correct horse battery staple";
const ORIGIN = "http://localhost:3000";

export type SignedIn = { id: string; name: string; cookie: string };

/** A person with an account and a session, as their browser holds it. */
export async function signedIn(name: string, ...roles: Role[]): Promise<SignedIn> {
  const email = `${name.toLowerCase()}@desk.test`;
  const { id } = await createAccount({ email, name, password: PASSWORD, roles });
  const answer = await signIn({ email, password: PASSWORD, headers: new Headers() });
  if (!answer.cookies) throw new Error(`${name} could not sign in: ${answer.problem.error}`);
  return { id, name, cookie: answer.cookies.map((line) => line.split(";")[0]).join("; ") };
}

type Call = {
  path: string;
  params?: Record<string, string>;
  body?: unknown;
  as?: SignedIn | null;
  idempotencyKey?: string;
};

/** One call of a route over its own handler, as a page of the desk makes it. */
export async function call(handler: RouteHandler, given: Call): Promise<{ status: number; body: unknown }> {
  const { path, params, body, as, idempotencyKey } = given;
  const headers = new Headers({ "sec-fetch-site": "same-origin" });
  if (as) headers.set("cookie", as.cookie);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await handler(new Request(`${ORIGIN}${path}`, init), { params: Promise.resolve(params ?? {}) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}
