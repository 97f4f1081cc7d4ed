import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "#scripts/paths.ts";

const POLL_MS = 50;

export interface StartProcess {
  /** Everything it printed so far. */
  output: () => string;
  /** Resolves once the desk answers; rejects if it ends before. */
  ready: () => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  /** Its exit code, or what killed it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Process numbers of itself and of everything below it. */
  family: () => number[];
}

/** `npm start` as a user runs it, from this repository on a data folder of its own. */
export function startNotwice(settings: {
  NOTWICE_DATA_DIR: string;
  PORT: string;
  NOTWICE_DEMO: "on" | "off";
}): StartProcess {
  // Without what the test runner set for itself.
  const keep = ["PATH", "HOME", "LANG", "TMPDIR"].map((name) => [name, process.env[name]]);
  const env: NodeJS.ProcessEnv = { ...Object.fromEntries(keep), ...settings };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "exit").then(() => child.exitCode ?? child.signalCode);
  return {
    output: () => said,
    ready: async () => {
      while (!said.includes("Notwice is ready at")) {
        if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}:\n${said}`);
        await wait(POLL_MS);
      }
    },
    kill: (signal) => child.kill(signal),
    ended,
    family: () => [child.pid ?? 0, ...descendants(child.pid ?? 0)],
  };
}

/** Which of these still live; waits as long as there are any, up to a moment. */
export async function survivors(family: number[], patienceMs = 5_000): Promise<number[]> {
  for (const deadline = Date.now() + patienceMs; ; await wait(POLL_MS)) {
    const parents = parentOf();
    const alive = family.filter((pid) => parents.has(pid));
    if (alive.length === 0 || Date.now() > deadline) return alive;
  }
}

function descendants(pid: number): number[] {
  const parents = parentOf();
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Every process and its parent, without the dead whom nobody has collected. */
function parentOf(): Map<number, number> {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
  const rows = lines.map((line) => line.trim().split(/\s+/)).filter(([, , state]) => !state?.startsWith("Z"));
  return new Map(rows.map(([pid, parent]) => [Number(pid), Number(parent)]));
}
