import { randomBytes } from "node:crypto";
import { NEXT } from "../../scripts/outputs/build-app.ts";
import { stopChild } from "../../scripts/process/child.ts";
import { freePort } from "../../scripts/process/ports.ts";
import { serve } from "../../scripts/start/serve.ts";

export interface BenchDesk extends AsyncDisposable {
  url: string;
  pid: number;
  cronSecret: string;
}

/** One more app process on the database, as `npm start` runs it; `npm run bench` has built it before. */
export async function startBenchDesk(
  databaseUrl: string,
  secret = randomBytes(24).toString("hex"),
): Promise<BenchDesk> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    BASE_URL: url,
    AUTH_SECRET: secret,
    CRON_SECRET: secret,
    LOG_LEVEL: "warn",
    NOTWICE_SCHEDULER: "off",
  };
  const child = await serve(port, env, "show", new AbortController().signal);
  if (child.pid === undefined) throw new Error(`${NEXT} has no process`);
  return { url, pid: child.pid, cronSecret: secret, [Symbol.asyncDispose]: async () => stopChild(child) };
}
