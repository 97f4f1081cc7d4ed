import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const secrets = z.object({ AUTH_SECRET: z.string(), CRON_SECRET: z.string() });
export type Secrets = z.infer<typeof secrets>;

/** Made once and kept: with new ones at every start everybody would be signed out. */
export async function keepSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, "secrets.json");
  if (!existsSync(file)) {
    const made: Secrets = { AUTH_SECRET: newSecret(), CRON_SECRET: newSecret() };
    await writePrivately(file, JSON.stringify(made));
  }
  return secrets.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Readable by its owner only, and never half-written. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
