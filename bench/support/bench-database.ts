import { join } from "node:path";
import pg from "pg";
import { disconnect } from "../../lib/db/index.ts";
import { dataDirectory, ROOT } from "../../scripts/paths.ts";
import { createFreshDatabase, dropDatabase, freshName } from "../../scripts/postgres/databases.ts";
import { joinServer } from "../../scripts/postgres/shared-server.ts";

export interface BenchDatabase {
  url: string;
  client: pg.Client;
  /** For what of the tests takes a pool. */
  pool: pg.Pool;
  /** For the conditions of the report. */
  version: string;
}

/** A migrated database of the embedded server's own, as durable as the product's, gone afterwards. */
export async function withBenchDatabase<T>(use: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const server = await joinServer(dataDirectory(join(ROOT, ".notwice", "bench")));
  const name = freshName();
  const url = await createFreshDatabase(server, name);
  process.env["DATABASE_URL"] = url;
  const client = new pg.Client({ connectionString: url });
  const pool = new pg.Pool({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return await use({ url, client, pool, version: rows[0]?.version ?? "" });
  } finally {
    await Promise.all([client.end(), pool.end(), disconnect()]);
    await dropDatabase(server, name);
    await server.leave();
  }
}
