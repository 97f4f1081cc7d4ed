import { env } from "../env.ts";
import { AppError } from "../errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The guard against forged requests, besides the session cookie's SameSite. A client that is no browser sends neither
 * header and carries no one's cookies.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return;
  } else if (origin === null || isOurs(origin, request.headers.get("host"))) {
    return;
  }
  throw new AppError("cross_origin", "Only pages of this desk may send this request.");
}

function isOurs(origin: string, host: string | null): boolean {
  if (origin === env().BASE_URL) return true;
  return URL.canParse(origin) && host !== null && new URL(origin).host === host.toLowerCase();
}
