import { test as base, type BrowserContext, type Page } from "@playwright/test";
import pg from "pg";
import { createFreshDatabase, dropDatabase } from "#scripts/postgres/databases.ts";
import { stopChild } from "#scripts/process/child.ts";
import { freePort } from "#scripts/process/ports.ts";
import { serve } from "#scripts/start/serve.ts";
import { type RunningSink, startSink } from "#tests/support/demo.ts";
import { seed, type SeededAccount } from "../../prisma/seed.ts";
import { enter } from "./support/people.ts";

const CRON_SECRET = "cron-secret-of-the-browser-tests";

/** A desk of the test's own: database, production server, SMTP sink, and its three accounts. */
export interface Desk {
  url: string;
  databaseUrl: string;
  pool: pg.Pool;
  sink: RunningSink;
  /** A browser of their own for each who signs in; where they begin. */
  signIn(role: SeededAccount["role"], path?: string): Promise<Page>;
  signedOut(): Promise<Page>;
  password(role: SeededAccount["role"]): string;
  /** One pass of the reaper, called as a platform's cron calls it; the counts. */
  reap(): Promise<Record<string, unknown>>;
}

export const test = base.extend<{ desk: Desk; sendsMail: boolean }>({
  /** Whether the desk's own notifications go to the sink too. */
  sendsMail: [false, { option: true }],
  desk: async ({ browser, sendsMail }, use) => {
    const server = { url: serverUrl };
    await using open = new AsyncDisposableStack();
    const databaseUrl = await createFreshDatabase(server);
    open.defer(() => dropDatabase(server, new URL(databaseUrl).pathname.slice(1)));
    const pool = new pg.Pool({ connectionString: databaseUrl });
    open.defer(() => pool.end());
    const sink = open.use(await startSink());
    const { accounts } = await seed({ databaseUrl, demo: true });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      BASE_URL: url,
      AUTH_SECRET: "auth-secret-of-the-browser-tests-0123456789",
      CRON_SECRET,
      NOTWICE_DATA_DIR: sink.dataDir,
      NOTWICE_DEMO: "on",
      NOTWICE_SCHEDULER: "off",
      ...(sendsMail && { SMTP_URL: `smtp://127.0.0.1:${sink.port}`, MAIL_FROM: "Notwice <notwice@desk.test>" }),
    };
    const child = await serve(port, env, "show", new AbortController().signal);
    open.defer(() => stopChild(child));

    const contexts: BrowserContext[] = [];
    const newPage = async () => {
      const context = await browser.newContext({ baseURL: url });
      contexts.push(context);
      return context.newPage();
    };
    await use({
      url,
      databaseUrl,
      pool,
      sink,
      signedOut: newPage,
      password: (role) => accounts.find((each) => each.role === role)?.password ?? "",
      async signIn(role, path = "/queue") {
        const account = accounts.find((each) => each.role === role);
        const page = await newPage();
        await enter({ url }, page, account?.email ?? "", account?.password ?? "");
        await page.goto(path);
        return page;
      },
      async reap() {
        const answer = await fetch(`${url}/api/cron/reaper`, {
          method: "POST",
          headers: { authorization: `Bearer ${CRON_SECRET}` },
        });
        return answer.json();
      },
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect } from "@playwright/test";

function serverUrl(database: string): string {
  const url = new URL(process.env["E2E_POSTGRES_URL"] ?? "");
  url.pathname = database;
  return url.href;
}
