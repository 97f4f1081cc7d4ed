import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "./command-error.ts";

export const ROOT = dirname(import.meta.dirname);

/** The folder of everything a running Notwice keeps, made if missing. Its real path, because Postgres is recognised by it. */
export function dataDirectory(path = process.env["NOTWICE_DATA_DIR"] || join(ROOT, ".notwice")): string {
  const directory = resolve(path);
  try {
    if (!existsSync(directory)) {
      mkdirSync(directory, { recursive: true });
      // Under root the server runs as another user, who must be able to pass through whatever the umask is.
      chmodSync(directory, 0o711);
    }
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The data folder ${directory} is not writable (${reason}); set NOTWICE_DATA_DIR to another.`,
    );
  }
  return realpathSync(directory);
}
