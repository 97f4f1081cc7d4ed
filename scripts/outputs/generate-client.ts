import { runScript } from "../process/child.ts";
import { CommandError } from "../process/command-error.ts";
import { digestFiles } from "./digest-files.ts";
import { unlessUnchanged } from "./unless-unchanged.ts";

const INPUTS = ["prisma/schema", "prisma.config.ts", "package-lock.json"];
const CLI = "node_modules/prisma/build/index.js";

/** Writes lib/db/generated from the Prisma schema, if that changed. */
export async function generateClient(signal?: AbortSignal): Promise<void> {
  await unlessUnchanged("lib/db/generated/.inputs", digestFiles(INPUTS), async () => {
    try {
      await runScript(CLI, ["generate"], generateEnv(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The Prisma client could not be generated: ${reason}`);
    }
  });
}

function generateEnv(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // The CLI wants its native engine, which generating never uses and which cannot be downloaded everywhere.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}
