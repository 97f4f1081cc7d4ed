import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface KeptProcess {
  /** Which of the two long-lived processes of the demo. */
  script: "agent.ts" | "sink.ts";
  env: NodeJS.ProcessEnv;
  /** Stops the process and the keeping. */
  signal: AbortSignal;
  /** How long to wait before starting it again. */
  pauseMs: number;
  stdio?: "inherit" | "ignore";
  onMessage?: (message: unknown) => void;
  onExit?: (how: { code: number | null; signal: NodeJS.Signals | null }) => void;
}

const STOP_WITHIN_MS = 5_000;

/** Starts a process again whenever it dies; resolves once the signal has aborted and it is gone. */
export async function keepRunning(kept: KeptProcess): Promise<void> {
  const { signal, pauseMs, onExit } = kept;
  while (!signal.aborted) {
    const child = start(kept);
    const stop = (): void => stopChild(child);
    signal.addEventListener("abort", stop, { once: true });
    await once(child, "exit");
    signal.removeEventListener("abort", stop);
    onExit?.({ code: child.exitCode, signal: child.signalCode });
    await wait(pauseMs, undefined, { signal }).catch(() => {});
  }
}

function start({ script, env, stdio = "inherit", onMessage }: KeptProcess): ChildProcess {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url));
  // The channel tells the child when we are gone, however we went.
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", stdio, stdio, "ipc"] });
  if (onMessage) child.on("message", onMessage);
  return child;
}

function stopChild(child: ChildProcess): void {
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  child.once("exit", () => clearTimeout(impatience));
}
