import { invariant } from "../errors.ts";

/** After a form was posted: the browser fetches `path` of this desk, so that reloading repeats nothing. */
export function redirectTo(path: string, cookies: readonly string[] = []): Response {
  invariant(/^\/(?![/\\])/.test(path), "a redirect stays on this desk");
  return redirect(path, cookies);
}

/** To the sign-in provider, whose address the server's own settings name. */
export function redirectAway(address: string, cookies: readonly string[]): Response {
  invariant(/^https?:$/.test(new URL(address).protocol), "a redirect leads to a web page");
  return redirect(address, cookies);
}

function redirect(path: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
