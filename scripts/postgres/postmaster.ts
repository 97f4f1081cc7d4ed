import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const LINE = { pid: 0, port: 3, status: 7 };

/** What the server itself recorded, whether or not it still lives. */
export async function readPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster.data, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n").map((line) => line.trim());
  return {
    pid: Number(lines[LINE.pid]),
    port: Number(lines[LINE.port]),
    ready: lines[LINE.status] === "ready",
  };
}

/** After a crash the number may belong to anyone by now, so the command line must name our data directory. */
export function isAlive(postmaster: Postmaster, cluster: Cluster): boolean {
  return commandLine(postmaster.pid).includes(cluster.data);
}

export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function commandLine(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return "";
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
