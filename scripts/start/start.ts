import { once } from "node:events";
import { join } from "node:path";
import { migrateDatabase } from "../db/migrate-database.ts";
import { buildApp } from "../outputs/build-app.ts";
import { generateClient } from "../outputs/generate-client.ts";
import { dataDirectory } from "../paths.ts";
import { type Output, stopChild } from "../process/child.ts";
import { CommandError } from "../process/command-error.ts";
import { type Accounts, ensureAccounts } from "./accounts.ts";
import { sayAdminLink } from "./admin-link.ts";
import { startDemo } from "./demo.ts";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { keepSecrets } from "./secrets.ts";
import { assertPortIsFree, serve } from "./serve.ts";
import { readSettings } from "./settings.ts";
import { stepper } from "./step.ts";

/** What differs between a desk that brings its own database and a production server. */
interface Desk {
  env: NodeJS.ProcessEnv;
  databaseUrl: string;
  demo: boolean;
  output: Output;
  /** Of the self-contained desk only: in production nobody has a password that was not chosen by a person. */
  seed?: () => Promise<Accounts>;
  /** Rejects if the desk cannot go on. */
  lost: Promise<never>;
}

/** Everything from an installed folder to a desk that answers; returns when it has been stopped again. */
export async function start(signal: AbortSignal): Promise<void> {
  const settings = readSettings();
  const { PORT: port, BASE_URL: url, DATABASE_URL: given } = settings;
  const step = stepper(signal);
  await using running = new AsyncDisposableStack();

  const desk = given === undefined ? await step("Database", () => selfContained(running)) : production(given);
  const env = { ...process.env, ...desk.env, DATABASE_URL: desk.databaseUrl, BASE_URL: url, PORT: String(port) };
  await assertPortIsFree(port);
  await step("Prisma client", () => generateClient(signal));
  await step("Migrations", () => migrateDatabase(desk.databaseUrl));
  const accounts = desk.seed ? await step("Accounts", desk.seed) : [];
  await step("Build", () => buildApp(signal));
  const server = await step("Server", () => serve(port, env, desk.output, signal));
  running.defer(() => stopChild(server));

  console.log(`\nNotwice is ready at ${url}\n`);
  for (const { role, email, password } of accounts) console.log(`  ${role.padEnd(10)}${email.padEnd(28)}${password}`);
  if (!desk.seed) await sayAdminLink();
  if (desk.demo) running.defer(startDemo(env, signal));
  const ended = once(server, "exit").then(() => {
    throw new CommandError("The server stopped unexpectedly.");
  });
  await Promise.race([once(signal, "abort"), ended, desk.lost]);
}

async function selfContained(running: AsyncDisposableStack): Promise<Desk> {
  const dataDir = dataDirectory();
  const database = await openEmbeddedDatabase(dataDir);
  running.defer(database.close);
  const demo = process.env["NOTWICE_DEMO"] !== "off";
  return {
    env: {
      ...(await keepSecrets(dataDir)),
      NODE_ENV: "production",
      NOTWICE_DATA_DIR: dataDir,
      NOTWICE_DEMO: demo ? "on" : "off",
    },
    databaseUrl: database.url,
    demo,
    output: { file: join(dataDir, "server.log") },
    seed: () => ensureAccounts({ databaseUrl: database.url, dataDir, demo }),
    lost: database.lost,
  };
}

function production(databaseUrl: string): Desk {
  return {
    env: { NODE_ENV: "production", NOTWICE_DEMO: "off" },
    databaseUrl,
    demo: false,
    output: "show",
    lost: new Promise(() => {}),
  };
}
