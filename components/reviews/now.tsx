"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const DEFAULT_TICK_MS = 10_000;

const NowContext = createContext(0);

/**
 * The server's clock, carried on by the time that has passed here since it answered: a browser whose clock is wrong
 * shows the same ages as everyone else's.
 */
export function useServerNow(answeredAt: string, tickMs = DEFAULT_TICK_MS): number {
  const [passed, setPassed] = useState({ since: answeredAt, ms: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed({ since: answeredAt, ms: performance.now() - start }), tickMs);
    return () => clearInterval(timer);
  }, [answeredAt, tickMs]);
  return Date.parse(answeredAt) + (passed.since === answeredAt ? passed.ms : 0);
}

type NowProviderProps = { answeredAt: string; tickMs?: number; children: ReactNode };

export function NowProvider({ answeredAt, tickMs, children }: NowProviderProps) {
  return <NowContext value={useServerNow(answeredAt, tickMs)}>{children}</NowContext>;
}

/** Milliseconds since 1970 by the server's clock. */
export function useNow(): number {
  return useContext(NowContext);
}
