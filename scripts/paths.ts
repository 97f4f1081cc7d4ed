import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "./process/command-error.ts";

export const ROOT = dirname(import.meta.dirname);

/** The folder of everything a running Notwice keeps, made if missing. Its real path, because Postgres is recognised by it. */
export function dataDirectory(path = process.env["NOTWICE_DATA_DIR"] || join(ROOT, ".notwice")): string {
  const directory = resolve(path);
  try {
    if (!existsSync(directory)) make(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The data folder ${directory} is not writable (${reason}); set NOTWICE_DATA_DIR to another.`,
    );
  }
  return realpathSync(directory);
}

/** Apart from what `npm start` keeps. */
export function testDataDirectory(): string {
  return dataDirectory(join(ROOT, ".notwice", "test"));
}

/** Node's own recursive mkdir never returns under /proc. */
function make(directory: string): void {
  const parent = dirname(directory);
  if (!existsSync(parent)) make(parent);
  mkdirSync(directory);
  // Under root the server runs as another user, who must be able to pass through whatever the umask is.
  chmodSync(directory, 0o711);
}
