"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";

const TICK_MS = 1000;

/** The server's clock, carried on by the time that has passed here: a browser whose clock is wrong shows true ages. */
let heard: { server: number; at: number } | null = null;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function setServerClock(iso: string, heardAt = performance.now()): void {
  const server = Date.parse(iso);
  if (Number.isFinite(server)) heard = { server, at: heardAt };
}

export function serverNow(): number {
  return heard === null ? Date.now() : heard.server + performance.now() - heard.at;
}

/** One timer for the page, while anything ticks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const RenderedAt = createContext(0);

/** `renderedAt`: the server's time when it made the page, so that the first ages in the browser are the same. */
export function ClockProvider({ renderedAt, children }: { renderedAt: string; children: ReactNode }) {
  const [at] = useState(() => Date.parse(renderedAt));
  useEffect(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const cameAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : performance.now();
    if (heard === null) setServerClock(renderedAt, cameAt);
  }, [renderedAt]);
  return <RenderedAt value={at}>{children}</RenderedAt>;
}

/** What is read off the server's clock; drawn anew only when it reads otherwise. */
export function useTicking(read: (now: number) => string): string {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => read(serverNow()),
    () => read(renderedAt),
  );
}
