import { isIP } from "node:net";

/**
 * The last address of the list: the one that the proxy nearest to us saw, or the server itself where there is none.
 * Those before it were written by whoever sent the request.
 */
export function addressOf(headers: Headers): string | undefined {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) === 0 ? undefined : last;
}
