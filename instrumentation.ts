/** Where a platform freezes the process between requests, no timer runs, and its cron calls the route instead. */
const SERVERLESS_MARKS = [
  "VERCEL",
  "NETLIFY",
  "AWS_LAMBDA_FUNCTION_NAME",
  "FUNCTION_TARGET",
  "FUNCTIONS_WORKER_RUNTIME",
] as const;

/** A server sees who calls; a self-hosted one reaps by itself. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { seePeers } = await import("#lib/http/address-of.ts");
    seePeers();
    const { env } = await import("#lib/env.ts");
    const { DATABASE_URL, NOTWICE_SCHEDULER } = env();
    const serverless = SERVERLESS_MARKS.some((mark) => process.env[mark] !== undefined);
    if (DATABASE_URL === undefined || NOTWICE_SCHEDULER === "off" || serverless) return;
    const { runScheduler } = await import("#lib/reaper/index.ts");
    void runScheduler();
  }
}
