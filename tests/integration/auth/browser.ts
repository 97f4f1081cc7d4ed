import type { RouteHandler } from "#lib/http/index.ts";

export const PASSWORD = "correct horse battery staple";

type Form = { path: string; fields?: Record<string, string>; headers?: Record<string, string> };

/** What a browser sends when a plain form of the desk is submitted. */
export async function submit(handler: RouteHandler, { path, fields = {}, headers = {} }: Form): Promise<Response> {
  return handler(
    new Request(`http://localhost:3000${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", ...headers },
    }),
  );
}

/** The cookies that an answer sets, as the browser would send them back. */
export function cookiesOf(response: Response): Headers {
  const pairs = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return new Headers({ cookie: pairs.filter((pair) => !pair.endsWith("=")).join("; ") });
}
