import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const SUPERVISOR = join(import.meta.dirname, "../../../examples/outreach-agent/supervisor.ts");
const PATIENCE = { timeout: 25_000, interval: 50 };

/** In a process group of its own, so that whatever it leaves behind can be seen. */
async function startDemo(args: string[]): Promise<{ child: ChildProcess; group: number; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "notwice-demo-"));
  const env = { ...process.env, NOTWICE_DATA_DIR: dataDir, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  const child = spawn(process.execPath, args, { env, detached: true, stdio: "ignore" });
  const group = child.pid;
  if (group === undefined) throw new Error("the demo did not start");
  onTestFinished(() => {
    if (isSignalled(group)) process.kill(-group, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  await expect.poll(() => existsSync(join(dataDir, "demo", "sink.json")), PATIENCE).toBe(true);
  return { child, group, dataDir };
}

/** Ended processes that nobody has collected yet do not count. */
function isAlive(group: number): boolean {
  if (!existsSync("/proc/self/stat")) return isSignalled(group);
  return readdirSync("/proc").some((pid) => {
    const [state, , pgrp] = /^\d+$/.test(pid) ? statOf(pid) : [];
    return Number(pgrp) === group && state !== "Z";
  });
}

function isSignalled(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** State, parent and process group: what follows the name in parentheses. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

test.each(["SIGTERM", "SIGINT"] as const)("stops what it started at %s", async (signal) => {
  const { child, group } = await startDemo([SUPERVISOR]);
  child.kill(signal);
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  await expect.poll(() => isAlive(group), PATIENCE).toBe(false);
});

test("leaves nothing behind when it is killed itself", async () => {
  const { child, group } = await startDemo([SUPERVISOR]);
  child.kill("SIGKILL");
  await expect.poll(() => isAlive(group), PATIENCE).toBe(false);
});

test("does not outlive whoever started it", async () => {
  const starter = `require("child_process").spawn(process.execPath, [${JSON.stringify(SUPERVISOR)}], { stdio: "ignore" })`;
  const { child, group } = await startDemo(["-e", `${starter}; setInterval(() => {}, 1000)`]);
  child.kill("SIGKILL");
  await expect.poll(() => isAlive(group), PATIENCE).toBe(false);
});

test("starts the sink again when it dies, on the address it then writes down", async () => {
  const { dataDir } = await startDemo([SUPERVISOR]);
  const sink = () => Number(/"pid":(\d+)/.exec(readFileSync(join(dataDir, "demo", "sink.json"), "utf8"))?.[1]);
  const first = sink();
  process.kill(first, "SIGKILL");
  await expect.poll(sink, PATIENCE).not.toBe(first);
});
