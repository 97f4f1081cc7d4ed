/** Self-hosted servers reap by themselves; where a platform's cron calls the route, nothing runs in the background. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("#lib/env.ts");
  const { DATABASE_URL, NOTWICE_SCHEDULER } = env();
  if (DATABASE_URL === undefined || NOTWICE_SCHEDULER === "off" || isServerless()) return;

  const { startScheduler } = await import("#lib/reaper/index.ts");
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  void startScheduler(stop.signal);
}

/** A frozen process runs no timers: Vercel, AWS Lambda, Netlify, Cloud Functions, Azure Functions. */
function isServerless(): boolean {
  const marks = ["VERCEL", "AWS_LAMBDA_FUNCTION_NAME", "NETLIFY", "FUNCTION_TARGET", "FUNCTIONS_WORKER_RUNTIME"];
  return marks.some((mark) => process.env[mark] !== undefined);
}
