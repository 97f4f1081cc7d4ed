import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CommandError } from "../process/command-error.ts";
import { freePort, isFree } from "../process/ports.ts";
import { runProgram } from "./binaries.ts";
import { type Cluster, findCluster, openCluster, readPassword, SUPERUSER } from "./cluster.ts";
import { type LastStart, readLastStart, writeLastStart } from "./last-start.ts";
import { isAlive, isTaken, readPostmaster } from "./postmaster.ts";

const HOST = "127.0.0.1";
const MAX_CONNECTIONS = 200;
/** Long enough for the recovery of a killed server, and for one that is just shutting down. */
const START_PATIENCE_MS = 60_000;
const POLL_MS = 50;
/** What another starter, a dying server or a lost race for a port look like; anything else is final. */
const PASSING_TROUBLE = /lock file .* already exists|shared memory block|could not bind|Address already in use/;

export interface EmbeddedServer {
  /** Who started it, so that nobody stops a server that another counts on. */
  startedBy: LastStart["startedBy"];
  url: (database: string) => string;
}

/** The running server of a data folder, initialised and started if needed. It outlives this process. */
export async function startServer(
  dataDir: string,
  startedBy: LastStart["startedBy"] = "command",
): Promise<EmbeddedServer> {
  const cluster = await openCluster(dataDir);
  const password = await readPassword(cluster);
  const urlAt = (port: number) => (database: string) =>
    `postgresql://${SUPERUSER}:${password}@${HOST}:${port}/${encodeURIComponent(database)}`;
  for (const deadline = Date.now() + START_PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const postmaster = await readPostmaster(cluster);
    if (!postmaster || !isAlive(postmaster, cluster)) {
      await tryToStart(cluster, startedBy);
    } else if (postmaster.ready && (await answers(urlAt(postmaster.port)("postgres")))) {
      return { startedBy: (await readLastStart(cluster)).startedBy, url: urlAt(postmaster.port) };
    }
  }
  throw new CommandError(
    `The embedded Postgres did not get ready in ${START_PATIENCE_MS / 1000} s; see ${cluster.log}.`,
  );
}

/** Stops the server of a data folder; false if none was running. */
export async function stopServer(dataDir: string): Promise<boolean> {
  const cluster = findCluster(dataDir);
  const postmaster = cluster && (await readPostmaster(cluster));
  if (!cluster || !postmaster || !isAlive(postmaster, cluster)) return false;
  try {
    await runProgram("pg_ctl", ["stop", "--pgdata", cluster.data, "--mode", "fast", "--wait"], cluster.root);
  } catch (error) {
    // Two may stop it at once; that it is gone is what counts.
    if (isAlive(postmaster, cluster)) throw error;
  }
  return true;
}

async function tryToStart(cluster: Cluster, startedBy: LastStart["startedBy"]): Promise<void> {
  await forgetReusedNumber(cluster);
  const port = await choosePort(cluster);
  const settings = [
    `-p ${port}`,
    `-c listen_addresses=${HOST}`,
    "-c unix_socket_directories=",
    `-c max_connections=${MAX_CONNECTIONS}`,
  ];
  const logged = await stat(cluster.log).then(
    (file) => file.size,
    () => 0,
  );
  try {
    const files = ["--pgdata", cluster.data, "--log", cluster.log];
    await runProgram("pg_ctl", ["start", ...files, "--wait", "--options", settings.join(" ")], cluster.root);
    await writeLastStart(cluster, { port, startedBy });
  } catch (error) {
    const said = (await readFile(cluster.log).catch(() => Buffer.alloc(0))).subarray(logged).toString();
    if (PASSING_TROUBLE.test(said)) return;
    const reason = /FATAL: .*/.exec(said)?.[0] ?? (error instanceof Error ? error.message : String(error));
    throw new CommandError(`The embedded Postgres did not start (${reason}); see ${cluster.log}.`);
  }
}

/** A dead server's lock file is Postgres's own business, unless a stranger has its process number by now. */
async function forgetReusedNumber(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || isAlive(postmaster, cluster) || !isTaken(postmaster.pid)) return;
  await rm(join(cluster.data, "postmaster.pid"), { force: true });
}

/** The port of last time if it is free, so that an address noted down stays true. */
async function choosePort(cluster: Cluster): Promise<number> {
  const { port } = await readLastStart(cluster);
  return port !== 0 && (await isFree(port, HOST)) ? port : freePort(HOST);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
