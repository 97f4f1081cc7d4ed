import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../scripts/paths.ts";
import { freePort } from "../../scripts/process/ports.ts";
import { machine, writeReport } from "../support/report.ts";

const POLL_MS = 50;
const PATIENCE_MS = 15 * 60_000;
const REST_MS = 30_000;
const KB_PER_MB = 1024;

/** From a clone to the first page, and what the app holds when nobody asks it for anything. */
export async function run(): Promise<void> {
  const conditions = machine();
  const home = await mkdtemp(join(tmpdir(), "notwice-start-"));
  const clone = join(home, "clone");
  const port = await freePort();
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, PORT: String(port) };
  try {
    const cloned = seconds(() => must(spawnSync("git", ["clone", "--quiet", ROOT, clone], { env })));
    const installed = seconds(() => must(spawnSync("npm", ["ci", "--loglevel=error"], { cwd: clone, env })));
    const first = await start(clone, env, port);
    await stop(first.child);
    const second = await start(clone, env, port);
    await sleep(REST_MS);
    const memory = await appMemory(port);
    await stop(second.child);
    await writeReport({
      name: "start",
      conditions,
      figures: [
        { what: "git clone", value: cloned, unit: "s" },
        { what: "npm ci", value: installed, unit: "s" },
        { what: "npm start, the first time, to the first page", value: first.seconds, unit: "s" },
        { what: "from nothing to the first page", value: cloned + installed + first.seconds, unit: "s" },
        { what: "npm start, the second time", value: second.seconds, unit: "s" },
        { what: "memory of the app at rest", value: memory, unit: "MB", goal: "under 250" },
      ],
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function seconds(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

function must({ status, stderr }: { status: number | null; stderr: Buffer }): void {
  if (status !== 0) throw new Error(stderr.toString());
}

async function start(
  clone: string,
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<{ child: ChildProcess; seconds: number }> {
  const began = performance.now();
  const child = spawn("npm", ["start"], { cwd: clone, env, stdio: "ignore", detached: true });
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - began > PATIENCE_MS) throw new Error("it did not start");
    await sleep(POLL_MS);
  }
  return { child, seconds: (performance.now() - began) / 1000 };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/sign-in`)).ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await ended;
}

/** What the process that listens on the port holds, its shared pages counted once. */
async function appMemory(port: number): Promise<number> {
  const { stdout } = spawnSync("ss", ["-ltnpH", `sport = :${port}`], { encoding: "utf8" });
  const pid = /pid=(\d+)/.exec(stdout)?.[1];
  if (pid === undefined) return Number.NaN;
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / KB_PER_MB;
}
