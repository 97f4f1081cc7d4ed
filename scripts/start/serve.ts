import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { NEXT } from "../outputs/build-app.ts";
import { hasEnded, type Output, startScript, stopChild } from "../process/child.ts";
import { CommandError } from "../process/command-error.ts";
import { isFree } from "../process/ports.ts";

const READY_PATIENCE_MS = 60_000;
const PORT_PATIENCE_MS = 2_000;
const POLL_MS = 50;

/** A copy that was just killed may need a moment to let go of its port. */
export async function assertPortIsFree(port: number): Promise<void> {
  for (const deadline = Date.now() + PORT_PATIENCE_MS; !(await isFree(port)); await sleep(POLL_MS)) {
    if (Date.now() > deadline) {
      throw new CommandError(`Port ${port} is taken by another program: set PORT to one that is free.`);
    }
  }
}

/** The production server, once it really answers. */
export async function serve(
  port: number,
  env: NodeJS.ProcessEnv,
  output: Output,
  signal: AbortSignal,
): Promise<ChildProcess> {
  const server = startScript(NEXT, ["start", "--port", String(port)], env, output);
  const deadline = Date.now() + READY_PATIENCE_MS;
  while (!(await answers(port))) {
    if (hasEnded(server)) throw new CommandError("The server stopped while it was starting.");
    if (signal.aborted || Date.now() > deadline) {
      await stopChild(server);
      signal.throwIfAborted();
      throw new CommandError(`The server did not answer within ${READY_PATIENCE_MS / 1000} s.`);
    }
    await sleep(POLL_MS);
  }
  return server;
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}
