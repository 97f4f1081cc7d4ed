import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { testDataDirectory } from "#scripts/paths.ts";

/** What a worker's process is told, by its environment. */
export type ChildEnv = Record<string, string>;

/** Kept for the hundreds of processes that die young: without it most of a life is spent on compiling. */
const COMPILED = join(testDataDirectory(), "compiled");

/** A process of this folder, which hears us over its channel and does not outlive us. */
export function startChild(script: string, env: ChildEnv): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
