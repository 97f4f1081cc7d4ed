const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts when this process is told to stop, or when the one that started it is gone. Told twice, it stops once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stopping.abort());
  process.once("disconnect", () => stopping.abort());
  return stopping.signal;
}
