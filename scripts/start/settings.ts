import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, env } from "#lib/env.ts";
import { ROOT } from "../paths.ts";
import { CommandError } from "../process/command-error.ts";

/** What the user set, in the environment or in `.env`; each fault is one sentence. */
export function readSettings(): Env {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  try {
    const settings = env();
    if (settings.DATABASE_URL !== undefined) assertSecrets(settings);
    return settings;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** With a database of its own a server has siblings: secrets made here would differ from theirs. */
function assertSecrets(settings: Env): void {
  for (const name of ["AUTH_SECRET", "CRON_SECRET"] as const) {
    if (settings[name] === undefined) {
      throw new Error(`${name} is not set: with DATABASE_URL it is needed (openssl rand -base64 32 makes one).`);
    }
  }
}
