import { runScript } from "../process/child.ts";
import { CommandError } from "../process/command-error.ts";
import { digestFiles } from "./digest-files.ts";
import { unlessUnchanged } from "./unless-unchanged.ts";

const INPUTS = [
  "app",
  "components",
  "instrumentation.ts",
  "lib",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "prisma/schema",
  "proxy.ts",
  "public",
  "tsconfig.json",
];
export const NEXT = "node_modules/next/dist/bin/next";

/** The production build, if anything that goes into it changed. */
export async function buildApp(signal?: AbortSignal): Promise<void> {
  await unlessUnchanged(".next/.inputs", digestFiles(INPUTS, ["lib/db/generated/"]), async () => {
    try {
      const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
      await runScript(NEXT, ["build"], env, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw new CommandError(`The build failed:\n${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
