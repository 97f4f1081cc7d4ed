import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "../env.ts";

const PEER_HEADER = "x-notwice-peer";
const REQUEST_STARTS = "http.server.request.start";

/** Kept outside this module, because a bundler may load it more than once. */
const store: typeof globalThis & { notwiceSeesPeers?: boolean } = globalThis;

/**
 * Next hands routes headers only, and fills `x-forwarded-for` from the socket only where the caller wrote none. So the
 * address of the socket is put beside it before Next sees the request, over whatever a caller wrote there.
 */
export function seePeers(): void {
  if (store.notwiceSeesPeers) return;
  store.notwiceSeesPeers = true;
  subscribe(REQUEST_STARTS, (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the channel is Node's own, and documents it so
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "") ?? "";
  });
}

/**
 * Of who called: the socket's, or what the outermost of our own proxies saw. Entries before that one were written by
 * the caller. Undefined where neither can be known.
 */
export function addressOf(headers: Headers): string | undefined {
  const proxies = env().NOTWICE_TRUSTED_PROXIES;
  const peer = store.notwiceSeesPeers ? addressIn(headers.get(PEER_HEADER)) : undefined;
  if (proxies === 0) return peer;
  const seen = headers.get("x-forwarded-for")?.split(",") ?? [];
  // Fewer than there are proxies: it came by none of them, or past one.
  return seen.length < proxies ? peer : addressIn(seen.at(-proxies));
}

function addressIn(text: string | null | undefined): string | undefined {
  const address = text?.trim() ?? "";
  return isIP(address) === 0 ? undefined : address;
}
