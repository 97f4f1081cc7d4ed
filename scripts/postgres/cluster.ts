import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../process/command-error.ts";
import { completeInstall, runProgram } from "./binaries.ts";
import { serverUser } from "./server-user.ts";

export const SUPERUSER = "notwice";
const STAGING_PREFIX = "postgres.new-";
const STAGING_ABANDONED_AFTER_MS = 10 * 60_000;

/** One Postgres data directory and what belongs to it, all under `<data folder>/postgres`. */
export interface Cluster {
  root: string;
  data: string;
  log: string;
  passwordFile: string;
  lastStartFile: string;
}

/** The cluster of a data folder, initialised if there is none yet. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const cluster = locateCluster(join(dataDir, "postgres"));
  if (!existsSync(cluster.root)) await initialise(dataDir, cluster);
  return cluster;
}

export function findCluster(dataDir: string): Cluster | undefined {
  const cluster = locateCluster(join(dataDir, "postgres"));
  return existsSync(cluster.root) ? cluster : undefined;
}

function locateCluster(root: string): Cluster {
  return {
    root,
    data: join(root, "data"),
    log: join(root, "server.log"),
    passwordFile: join(root, "password"),
    lastStartFile: join(root, "last-start.json"),
  };
}

/** Built aside and renamed into place, so that a half-made cluster is never seen and the first of two starters wins. */
async function initialise(dataDir: string, cluster: Cluster): Promise<void> {
  await completeInstall();
  await removeAbandoned(dataDir);
  const staging = locateCluster(await mkdtemp(join(dataDir, STAGING_PREFIX)));
  const user = serverUser();
  await writeFile(staging.passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  await mkdir(staging.data, { mode: 0o700 });
  if (user) {
    for (const path of [staging.root, staging.data, staging.passwordFile]) await chown(path, user.uid, user.gid);
  }
  try {
    await runProgram("initdb", initialisation(staging), staging.root);
    await rename(staging.root, cluster.root);
  } catch (error) {
    await rm(staging.root, { recursive: true, force: true });
    if (existsSync(cluster.data)) return;
    if (error instanceof CommandError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    const reason = /FATAL: .*/.exec(said)?.[0] ?? said.trim();
    throw new CommandError(`The embedded Postgres could not be set up in ${dataDir}: ${reason}`);
  }
}

function initialisation(staging: Cluster): string[] {
  const options = {
    pgdata: staging.data,
    username: SUPERUSER,
    pwfile: staging.passwordFile,
    auth: "scram-sha-256",
    encoding: "UTF8",
    // The same order of strings and the same days on every machine.
    locale: "C",
    "locale-provider": "builtin",
    "builtin-locale": "C.UTF-8",
    set: "timezone=UTC",
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    const path = join(dataDir, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > STAGING_ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}

export async function readPassword(cluster: Cluster): Promise<string> {
  try {
    return await readFile(cluster.passwordFile, "utf8");
  } catch {
    throw new CommandError(
      `The password of the embedded Postgres is missing or unreadable at ${cluster.passwordFile}.`,
    );
  }
}
