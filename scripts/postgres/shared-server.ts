import pg from "pg";
import { dropLeftovers } from "./databases.ts";
import { type EmbeddedServer, startServer, stopServer } from "./server.ts";

/** Every user of the server holds it shared; who gets it alone is the only one. */
const USE_LOCK_NUMBER = 7_661_686;

export interface SharedServer {
  url: EmbeddedServer["url"];
  /** The last to leave stops the server. */
  leave: () => Promise<void>;
}

/** A server that several test runs may use at once, and none of them takes from another. */
export async function joinServer(dataDir: string): Promise<SharedServer> {
  const server = await startServer(dataDir);
  const lock = new pg.Client({ connectionString: server.url("postgres") });
  await lock.connect();
  if (await isAlone(lock)) await dropLeftovers(server);
  await lock.query("select pg_advisory_lock_shared($1)", [USE_LOCK_NUMBER]);
  await lock.query("select pg_advisory_unlock($1)", [USE_LOCK_NUMBER]);
  return {
    url: server.url,
    leave: async () => {
      await lock.query("select pg_advisory_unlock_shared($1)", [USE_LOCK_NUMBER]);
      const last = await isAlone(lock);
      await lock.end();
      if (last) await stopServer(dataDir);
    },
  };
}

/** If so, nobody else can join until this connection unlocks or ends. */
async function isAlone(lock: pg.Client): Promise<boolean> {
  const { rows } = await lock.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [USE_LOCK_NUMBER]);
  return rows[0]?.alone ?? false;
}
