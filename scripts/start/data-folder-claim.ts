import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { EmbeddedServer } from "../postgres/server.ts";
import { CommandError } from "../process/command-error.ts";

const CLAIM_LOCK_NUMBER = 7_661_687;
/** A copy that was just killed may need a moment until its connection is seen to be gone. */
const PATIENCE_MS = 2_000;
const POLL_MS = 100;

export interface DataFolderClaim {
  /** Resolves if the database went away under us. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** The right to be the only copy on a data folder. A lock of its database, so that it ends with this process, however. */
export async function claimDataFolder(server: EmbeddedServer, dataDir: string): Promise<DataFolderClaim> {
  const client = new pg.Client({ connectionString: server.url("postgres"), keepAlive: true });
  const lost = Promise.withResolvers<void>();
  client.on("error", () => lost.resolve());
  await client.connect();
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [
      CLAIM_LOCK_NUMBER,
    ]);
    if (rows[0]?.mine) return { lost: lost.promise, release: () => client.end() };
    if (Date.now() > deadline) break;
  }
  await client.end();
  throw new CommandError(
    `Notwice is already running on the data folder ${dataDir}: stop it first, or set NOTWICE_DATA_DIR and PORT to others.`,
  );
}
