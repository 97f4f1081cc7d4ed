import { AppError } from "../errors.ts";
import { ALIVE_EVERY_MS } from "./contract.ts";
import type { Hub, LiveNews } from "./hub.ts";

const MOST_PER_PROCESS = 500;
/** One person's pages: the oldest stream makes room for the newest. */
const MOST_PER_PERSON = 8;
/** A reader that has stopped reading would have all further messages kept for it. */
const MOST_UNREAD = 64;
const RECHECK_MS = 30_000;

export interface Streams {
  open(viewer: Viewer): ReadableStream<Uint8Array>;
  closeAll(): void;
  count(): number;
}

/** Whose stream it is; `isStillIn` asks the database again whether the session and the account still stand. */
export type Viewer = { id: string; isStillIn: () => Promise<boolean>; signal?: AbortSignal };

export type StreamLimits = { process: number; person: number; unread: number; recheckMs: number; aliveMs: number };
const LIMITS: StreamLimits = {
  process: MOST_PER_PROCESS,
  person: MOST_PER_PERSON,
  unread: MOST_UNREAD,
  recheckMs: RECHECK_MS,
  aliveMs: ALIVE_EVERY_MS,
};

/** All streams of this process. A message names what is to be asked for anew, and nothing of what is in it. */
export function createStreams(hub: Hub, limits: StreamLimits = LIMITS): Streams {
  const open = new Set<{ personId: string; end: (farewell?: string) => void }>();

  function makeRoom(personId: string): void {
    const own = [...open].filter((stream) => stream.personId === personId);
    if (own.length >= limits.person) own[0]?.end(message("ended", "too many"));
    if (open.size >= limits.process)
      throw new AppError("unavailable", "Too many pages are kept up to date at once. This one polls.", {
        retryAfterSeconds: 60,
      });
  }

  return {
    open(viewer) {
      makeRoom(viewer.id);
      let leave: () => void = () => undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const stop = pump(controller, { hub, viewer, limits, onEnd: () => open.delete(entry) });
            const entry = { personId: viewer.id, end: stop };
            open.add(entry);
            leave = stop;
          },
          cancel: () => leave(),
        },
        { highWaterMark: limits.unread },
      );
    },
    closeAll: () => [...open].forEach(({ end }) => end()),
    count: () => open.size,
  };
}

type Pump = { hub: Hub; viewer: Viewer; limits: StreamLimits; onEnd: () => void };

function pump(controller: ReadableStreamDefaultController<Uint8Array>, { hub, viewer, limits, onEnd }: Pump) {
  const encoder = new TextEncoder();
  let hasEnded = false;
  const send = (text: string) => {
    if (hasEnded) return;
    if ((controller.desiredSize ?? 0) <= 0) end();
    else controller.enqueue(encoder.encode(text));
  };
  const tell = (news: LiveNews) => send(message(news.event, news.event === "changed" ? news.topics.join(",") : ""));
  const alive = () => send(message("alive", new Date().toISOString()));
  const recheck = async () => {
    // A database that does not answer says nothing against the session.
    const isIn = await viewer.isStillIn().catch(() => true);
    if (!isIn) end(message("ended", "signed out"));
  };
  const timers = [setInterval(alive, limits.aliveMs), setInterval(() => void recheck(), limits.recheckMs)];
  let unsubscribe: () => void = () => undefined;

  function end(farewell?: string): void {
    if (hasEnded) return;
    if (farewell !== undefined) send(farewell);
    hasEnded = true;
    timers.forEach((timer) => clearInterval(timer));
    unsubscribe();
    onEnd();
    try {
      controller.close();
    } catch {
      // The reader has gone already.
    }
  }

  send(`retry: 5000\n\n`);
  alive();
  unsubscribe = hub.subscribe(tell);
  viewer.signal?.addEventListener("abort", () => end(), { once: true });
  return end;
}

function message(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}
