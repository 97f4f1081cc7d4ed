import { type Actor, getActor, requirePermission } from "#lib/auth/index.ts";
import { createHub } from "./hub.ts";
import { createStreams, type Streams } from "./open-stream.ts";
import { databasePorts } from "./store.ts";

/** Kept outside this module, because a bundler may load it more than once and each copy would open a connection. */
const shared: typeof globalThis & { notwiceStreams?: Streams } = globalThis;

/** What changes on the desk from now on, until the page is left, the session ends or the process is told to stop. */
export function watchDesk(
  actor: Actor,
  request: { headers: Headers; signal: AbortSignal },
): ReadableStream<Uint8Array> {
  requirePermission(actor, "reviews.read");
  const headers = new Headers(request.headers);
  const isStillIn = async () => (await getActor(headers))?.id === actor.id;
  return streams().open({ id: actor.id, isStillIn, signal: request.signal });
}

function streams(): Streams {
  if (shared.notwiceStreams) return shared.notwiceStreams;
  const made = createStreams(createHub(databasePorts));
  // Open answers would keep the server from ending.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => made.closeAll());
  return (shared.notwiceStreams = made);
}
