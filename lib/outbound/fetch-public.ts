import { lookup as resolveName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { ForbiddenAddressError, isPublicAddress } from "./public-address.ts";
import { assertPublicUrl, isListedHost } from "./public-url.ts";

export interface OutboundRequest {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** For everything together: resolving, connecting, the answer to its last byte. */
  timeoutMs: number;
  /** The rest of a longer answer is not read. */
  maxBodyBytes?: number;
  signal?: AbortSignal | undefined;
}

export interface OutboundResponse {
  /** 3xx too: redirects are not followed, they could lead to where the first address may not. */
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** The answer went on after `maxBodyBytes`. */
  truncated: boolean;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

/**
 * One request to an address that somebody typed into a policy. The name is resolved once, and the connection goes to
 * what was checked: a name that answers differently the second time gains nothing. Throws `ForbiddenAddressError`, or
 * whatever the network did.
 */
export async function fetchPublic(
  request: OutboundRequest,
  ports: { resolve: typeof resolveName } = { resolve: resolveName },
): Promise<OutboundResponse> {
  const url = assertPublicUrl(request.url);
  const { method = "GET", headers = {}, body, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = request;
  const limits = [AbortSignal.timeout(Math.ceil(request.timeoutMs)), ...(request.signal ? [request.signal] : [])];
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const outgoing = send(url, {
    method,
    headers,
    signal: AbortSignal.any(limits),
    agent: false,
    ...(!isListedHost(url) && { lookup: publicOnly(ports.resolve) }),
  });
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
    readResponse(incoming, maxBodyBytes).then(resolve, reject);
  });
  outgoing.end(body);
  return promise;
}

/** Node does not call it for a literal address; that was checked with the URL. */
function publicOnly(resolve: typeof resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const open = found.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (first === undefined) {
        return callback(new ForbiddenAddressError("The name leads to a private network, or to this machine."), []);
      }
      return options.all === true ? callback(null, open) : callback(null, first.address, first.family);
    });
  };
}

async function readResponse(incoming: IncomingMessage, maxBytes: number): Promise<OutboundResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Buffer> = incoming;
  for await (const part of parts) {
    chunks.push(part);
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) break;
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8"),
    truncated: bytes > maxBytes,
  };
}
