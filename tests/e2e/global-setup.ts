import { join } from "node:path";
import { buildApp } from "#scripts/outputs/build-app.ts";
import { dataDirectory, ROOT } from "#scripts/paths.ts";
import { prepareTemplate } from "#scripts/postgres/databases.ts";
import { startServer, stopServer } from "#scripts/postgres/server.ts";

/** The production build, and a Postgres of the browser tests' own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildApp();
  const dataDir = dataDirectory(join(ROOT, ".notwice", "e2e"));
  const server = await startServer(dataDir);
  await prepareTemplate(server);
  process.env["E2E_POSTGRES_URL"] = server.url("postgres");
  return async () => void (await stopServer(dataDir));
}
