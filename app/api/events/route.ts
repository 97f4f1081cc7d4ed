import { route } from "#lib/http/index.ts";
import { watchDesk } from "#lib/live/index.ts";

/** Server-sent events. `no-transform`: a compressing proxy would keep them back until it has a block's worth. */
export const GET = route({ actor: "session" }, async ({ actor, request }) => {
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
  return new Response(watchDesk(actor, request), { headers });
});
