import { setServerClock } from "../../ui/time/clock.tsx";

const PATH = "/api/events";
/** The server says something every 20 s. */
const SILENCE_MS = 50_000;
const REOPEN_MS = { least: 3000, most: 10_000 } as const;

export type LiveCalls = {
  changed: (topics: readonly string[]) => void;
  /** Whether changes are heard from now on. */
  heard: (isHeard: boolean) => void;
  /** The session is over, or the account is disabled. */
  signedOut: () => void;
};

/** Open while the page is in sight: hidden ones would use up the few connections a browser allows one address. */
export function connectLive(calls: LiveCalls): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const lose = () => {
    close();
    calls.heard(false);
    if (isOver || document.visibilityState === "hidden") return;
    timer = setTimeout(open, REOPEN_MS.least + Math.random() * (REOPEN_MS.most - REOPEN_MS.least));
  };
  const listenFor = () => {
    clearTimeout(timer);
    timer = setTimeout(lose, SILENCE_MS);
  };
  function open(): void {
    close();
    const opened = new EventSource(PATH);
    source = opened;
    const on = (event: string, act: (data: string) => void) =>
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        listenFor();
        act(data);
      });
    on("alive", (at) => setServerClock(at));
    on("changed", (topics) => calls.changed(topics.split(",")));
    on("up", () => calls.heard(true));
    on("down", () => calls.heard(false));
    on("ended", (why) => {
      isOver = true;
      lose();
      if (why === "signed out") calls.signedOut();
    });
    // Not left to the browser: it asks again at once, and not at all after an answer that is no stream.
    opened.addEventListener("error", lose);
    listenFor();
  }
  const see = () => {
    isOver = false;
    if (document.visibilityState === "visible") open();
    else lose();
  };
  document.addEventListener("visibilitychange", see);
  see();
  return () => {
    document.removeEventListener("visibilitychange", see);
    close();
  };
}
