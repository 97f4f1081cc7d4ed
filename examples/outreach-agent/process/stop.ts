const PARENT_CHECK_MS = 500;

/**
 * Aborts when this process is told to stop, or when whoever started it is gone: a demo must not
 * outlive its terminal. The channel to the parent closes even if the parent was killed.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  process.once("disconnect", stop);
  // Not every starter opens a channel; a process that lost its parent gets another one.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS);
  stopping.signal.addEventListener("abort", () => clearInterval(watch), { once: true });
  return stopping.signal;
}
