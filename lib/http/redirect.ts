import { invariant } from "../errors.ts";

/** After a form was posted: the browser fetches `path` of this desk, so that reloading repeats nothing. */
export function redirectTo(path: string, cookies: readonly string[] = []): Response {
  invariant(/^\/(?![/\\])/.test(path), "a redirect stays on this desk");
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
