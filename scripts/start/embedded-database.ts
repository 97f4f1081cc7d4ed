import { ensureKeptDatabase } from "../postgres/databases.ts";
import { type EmbeddedServer, startServer, stopServer } from "../postgres/server.ts";
import { CommandError } from "../process/command-error.ts";
import { claimDataFolder } from "./data-folder-claim.ts";

export interface EmbeddedDatabase {
  url: string;
  /** Rejects if the database went away and did not come back. */
  lost: Promise<never>;
  close: () => Promise<void>;
}

/** The kept database of a data folder, for one copy of Notwice at a time. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await startServer(dataDir, "start");
  let claim = await claimDataFolder(server, dataDir);
  const url = await ensureKeptDatabase(server);
  let closing = false;

  /** Postgres comes back from a crash of one of its processes by itself; if it was killed as a whole, we start it. */
  async function watch(): Promise<never> {
    for (;;) {
      await claim.lost;
      if (closing) await new Promise(() => {});
      const again = await startServer(dataDir, "start");
      assertSamePlace(server, again);
      claim = await claimDataFolder(again, dataDir);
      console.log("The database went away and is back.");
    }
  }

  return {
    url,
    lost: watch(),
    close: async () => {
      closing = true;
      await claim.release();
      if (server.startedBy === "start") await stopServer(dataDir);
    },
  };
}

function assertSamePlace(before: EmbeddedServer, after: EmbeddedServer): void {
  if (before.url("") !== after.url("")) {
    throw new CommandError("The database went away, and its port was taken meanwhile: start Notwice again.");
  }
}
