import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { dataDirectory } from "#scripts/paths.ts";
import { findCluster } from "#scripts/postgres/cluster.ts";
import { createFreshDatabase } from "#scripts/postgres/databases.ts";
import { readPostmaster } from "#scripts/postgres/postmaster.ts";
import { startServer, stopServer } from "#scripts/postgres/server.ts";

/** A server of one test's own, which it may stop and kill; it comes back at the same address. */
export class ScratchServer implements AsyncDisposable {
  /** A migrated database on it. */
  readonly url: string;
  readonly #folder: string;
  readonly #dataDir: string;

  private constructor(url: string, folder: string, dataDir: string) {
    this.url = url;
    this.#folder = folder;
    this.#dataDir = dataDir;
  }

  static async start(): Promise<ScratchServer> {
    const folder = await mkdtemp(join(tmpdir(), "notwice-scratch-"));
    const dataDir = dataDirectory(join(folder, "data"));
    return new ScratchServer(await createFreshDatabase(await startServer(dataDir)), folder, dataDir);
  }

  /** As an administrator stops it: what runs is rolled back, every connection is told. */
  async stop(): Promise<void> {
    await stopServer(this.#dataDir);
  }

  /** As the kernel kills it: nobody is told anything. Its backends find out by themselves, and are waited for. */
  async kill(): Promise<void> {
    const cluster = findCluster(this.#dataDir);
    const postmaster = cluster && (await readPostmaster(cluster));
    if (postmaster === undefined) throw new Error("the server does not run");
    const backends = livingProcesses().filter(({ parent }) => parent === postmaster.pid);
    process.kill(postmaster.pid, "SIGKILL");
    const dying = [postmaster.pid, ...backends.map(({ pid }) => pid)];
    await vi.waitUntil(() => !livingProcesses().some(({ pid }) => dying.includes(pid)), { timeout: 30_000 });
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    await startServer(this.#dataDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stopServer(this.#dataDir);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function livingProcesses(): { pid: number; parent: number }[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = ""]) => !state.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}
