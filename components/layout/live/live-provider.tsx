"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { connectLive } from "./connect-live.ts";

const POLL_MS = 10_000;
/** What is told by nobody, such as an attempt that is under way, is still asked for now and then. */
const POLL_WHILE_HEARD_MS = 60_000;

export type Live = {
  /** How often a page asks by itself, as `refetchInterval`; false while nothing may move. */
  pollMs: number | false;
  isPaused: boolean;
  pause: (isPaused: boolean) => void;
  /** Keeps everything as it is, until what it returns is called. */
  hold: () => () => void;
};

const LiveContext = createContext<Live>({
  pollMs: POLL_MS,
  isPaused: false,
  pause: () => undefined,
  hold: () => () => undefined,
});

/** Hears what has changed and asks for it anew; never while a dialog is open, or the person wants it still. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [isHeard, setHeard] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [holds, setHolds] = useState(0);
  const missed = useRef(new Set<string>());
  const isStill = isPaused || holds > 0;

  const refetch = () => {
    const topics = [...missed.current];
    missed.current.clear();
    for (const topic of topics) void queryClient.invalidateQueries(topic === ALL ? {} : { queryKey: [topic] });
  };
  const changed = useEffectEvent((topics: readonly string[]) => {
    for (const topic of topics) missed.current.add(topic);
    if (!isStill) refetch();
  });
  const heard = useEffectEvent((now: boolean) => {
    setHeard(now);
    // What was changed while nobody listened is asked for once.
    if (now) changed([ALL]);
  });
  const move = useEffectEvent(refetch);
  useEffect(() => connectLive({ changed, heard, signedOut: () => changed([ALL]) }), []);
  useEffect(() => {
    if (!isStill) move();
  }, [isStill]);

  const live = useMemo<Live>(
    () => ({
      pollMs: !isStill && (isHeard ? POLL_WHILE_HEARD_MS : POLL_MS),
      isPaused,
      pause: setPaused,
      hold: () => {
        setHolds((count) => count + 1);
        return () => setHolds((count) => count - 1);
      },
    }),
    [isStill, isHeard, isPaused],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

const ALL = "*";

/** For the queries of a page: `{ refetchInterval: pollMs, refetchOnWindowFocus: pollMs !== false }`. */
export function useLive(): Live {
  return useContext(LiveContext);
}

/** While a dialog is open, what is below it stays as it was when it opened. */
export function useHoldLive(isHeld: boolean): void {
  const { hold } = useContext(LiveContext);
  const holdNow = useEffectEvent(() => hold());
  useEffect(() => (isHeld ? holdNow() : undefined), [isHeld]);
}
