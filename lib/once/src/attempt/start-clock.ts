/** Timers and the monotonic clock stand still while a machine sleeps, the wall clock may jump: the worse counts. */
export function startClock(): () => number {
  const wall = Date.now();
  const monotonic = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - monotonic);
}
