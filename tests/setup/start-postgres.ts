import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { dataDirectory, ROOT } from "#scripts/paths.ts";
import { dropLeftovers, prepareTemplate } from "#scripts/postgres/databases.ts";
import { startServer, stopServer } from "#scripts/postgres/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Every running test run holds it shared; who gets it alone is the only one. */
const RUN_LOCK_NUMBER = 7_661_686;

let release: (() => Promise<void>) | undefined;

/** A server of the tests' own, and the template that each of their databases is cloned from. */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = dataDirectory(join(ROOT, ".notwice", "test"));
  const server = await startServer(dataDir);
  const lock = new pg.Client({ connectionString: server.url("postgres") });
  await lock.connect();
  if (await isAlone(lock)) await dropLeftovers(server);
  await lock.query("select pg_advisory_lock_shared($1)", [RUN_LOCK_NUMBER]);
  await lock.query("select pg_advisory_unlock($1)", [RUN_LOCK_NUMBER]);
  await prepareTemplate(server);
  project.provide("postgresUrl", server.url("postgres"));
  release = async () => {
    await lock.query("select pg_advisory_unlock_shared($1)", [RUN_LOCK_NUMBER]);
    const last = await isAlone(lock);
    await lock.end();
    if (last) await stopServer(dataDir);
  };
}

export async function teardown(): Promise<void> {
  await release?.();
}

async function isAlone(lock: pg.Client): Promise<boolean> {
  const { rows } = await lock.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [RUN_LOCK_NUMBER]);
  return rows[0]?.alone ?? false;
}
