import { canonicalJson } from "../intent/canonical-json.ts";

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** One request, complete. Make it from `context.payload` alone, so that a resend sends the same bytes. */
export interface HttpRequest {
  /** `https:` or `http:`, without user name and password. */
  url: string | URL;
  /** Default POST. GET and HEAD are not for effects: whoever carries them may repeat them. */
  method?: (typeof METHODS)[number];
  headers?: Record<string, string>;
  /** The body as JSON, in RFC 8785 form; `content-type: application/json` unless the headers say otherwise. */
  json?: unknown;
  /** The body as it is; one of `json` and `body`, or neither. */
  body?: string | Uint8Array;
}

/** A request of which every byte is fixed. */
export interface FrozenRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

const KEY_HEADER = "Idempotency-Key";
const OWN_HEADER = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Fixes a request under its key. @throws TypeError naming the field that cannot be sent. */
export function freezeRequest(request: HttpRequest, key: string, keyHeader = KEY_HEADER): FrozenRequest {
  const method = request.method ?? "POST";
  if (!METHODS.includes(method)) throw new TypeError(`method: must be one of ${METHODS.join(", ")}`);
  if (request.json !== undefined && request.body !== undefined) throw new TypeError("body: json is given too");
  const headers = requireHeaders(request.headers ?? {}, keyHeader);
  setHeader(headers, "keyHeader", [keyHeader, key]);
  if (request.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = bodyBytes(request);
  headers.set("content-length", String(body.byteLength));
  // A pooled connection that the server closes just now would turn a send into a doubt.
  headers.set("connection", "close");
  return { url: requireUrl(request.url), method, headers, body };
}

function requireUrl(value: unknown): URL {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new TypeError("url: must be an http: or https: address");
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("url: must not hold a user name or password; use the authorization header");
  }
  return url;
}

function requireHeaders(given: Record<string, string>, keyHeader: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (OWN_HEADER.test(name) || name.toLowerCase() === keyHeader.toLowerCase()) {
      throw new TypeError(`headers.${name}: is set by the request itself`);
    }
    setHeader(headers, `headers.${name}`, [name, value]);
  }
  return headers;
}

function setHeader(headers: Headers, field: string, [name, value]: [string, string]): void {
  try {
    headers.set(name, value);
  } catch (error) {
    throw new TypeError(`${field}: is no header that can be sent`, { cause: error });
  }
}

function bodyBytes({ json, body }: HttpRequest): Uint8Array<ArrayBuffer> {
  if (json !== undefined) return new TextEncoder().encode(canonicalJson(json, "json"));
  if (body === undefined || typeof body === "string") return new TextEncoder().encode(body ?? "");
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError("body: must be a string or a Uint8Array");
}
