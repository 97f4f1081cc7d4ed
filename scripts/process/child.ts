import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.ts";

const DIE_WITH_PARENT = new URL("die-with-parent.ts", import.meta.url).href;
const STOP_WITHIN_MS = 10_000;

/** What a child prints: shown, collected for an error message, or written to a file. */
export type Output = "show" | "collect" | { file: string };

/** A Node script of the repository that does not outlive us. */
export function startScript(script: string, args: string[], env: NodeJS.ProcessEnv, output: Output): ChildProcess {
  return startCommand(process.execPath, ["--import", DIE_WITH_PARENT, join(ROOT, script), ...args], env, output);
}

/** A child in a process group of its own: it is not the terminal's Ctrl-C that stops it but we, in order. */
export function startCommand(file: string, args: string[], env: NodeJS.ProcessEnv, output: Output): ChildProcess {
  const shown = output === "show" ? "inherit" : output === "collect" ? "pipe" : openSync(output.file, "w");
  const errors = output === "collect" ? "pipe" : "inherit";
  return spawn(file, args, { cwd: ROOT, env, detached: true, stdio: ["ignore", shown, errors, "ipc"] });
}

/** Waits for its end, or stops it when told to; whether it succeeded. */
export async function finish(child: ChildProcess, signal?: AbortSignal): Promise<boolean> {
  const stop = () => void stopChild(child);
  signal?.addEventListener("abort", stop, { once: true });
  if (!hasEnded(child)) await once(child, "close");
  signal?.removeEventListener("abort", stop);
  signal?.throwIfAborted();
  return child.exitCode === 0;
}

/** Runs a script to its end; what it printed is the error if it fails. */
export async function runScript(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  const child = startScript(script, args, env, "collect");
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
  if (!(await finish(child, signal))) throw new Error(Buffer.concat(said).toString().trim());
}

/** With its whole process group: what it started itself goes too. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  signalGroup(child, "SIGTERM");
  const impatience = setTimeout(() => signalGroup(child, "SIGKILL"), STOP_WITHIN_MS);
  await ended;
  clearTimeout(impatience);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}
