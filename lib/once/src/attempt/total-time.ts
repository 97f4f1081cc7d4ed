/** The time one attempt may take in all, bounded by its claim. */
export interface TotalTime {
  signal: AbortSignal;
  isOver(): boolean;
  close(): void;
}

/** Not `AbortSignal.timeout`: that would keep what listens in memory until its end. */
export function startTotalTime(claim: AbortSignal, totalTimeoutMs: number): TotalTime {
  const ended = new AbortController();
  const end = (): void => ended.abort(claim.reason ?? new Error(`Not done within ${totalTimeoutMs} ms`));
  const timeout = setTimeout(end, totalTimeoutMs);
  const endsAt = Date.now() + totalTimeoutMs;
  if (claim.aborted) end();
  else claim.addEventListener("abort", end, { once: true });
  return {
    signal: ended.signal,
    // Timers stand still while a machine sleeps, its clock does not.
    isOver: () => ended.signal.aborted || Date.now() >= endsAt,
    close() {
      clearTimeout(timeout);
      claim.removeEventListener("abort", end);
    },
  };
}
