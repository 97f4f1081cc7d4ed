import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { ROOT } from "../paths.ts";
import { writePrivately } from "./secrets.ts";

const accounts = z.array(z.object({ role: z.string(), email: z.string(), password: z.string() }));
export type Accounts = z.infer<typeof accounts>;

const seedModule = z.object({
  seed: z.custom<(options: SeedOptions) => Promise<unknown>>((value) => typeof value === "function"),
});
const seeded = z.object({ accounts });

interface SeedOptions {
  databaseUrl: string;
  dataDir: string;
  demo: boolean;
}

/** The accounts to sign in with: seeded the first time, read from the data folder afterwards. */
export async function ensureAccounts(options: SeedOptions): Promise<Accounts> {
  const file = join(options.dataDir, "accounts.json");
  if (existsSync(file) && (await hasUsers(options.databaseUrl))) {
    return accounts.parse(JSON.parse(await readFile(file, "utf8")));
  }
  const { seed } = seedModule.parse(await import(join(ROOT, "prisma", "seed.ts")));
  const made = seeded.parse(await seed(options)).accounts;
  await writePrivately(file, JSON.stringify(made, null, 2));
  return made;
}

async function hasUsers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from auth_user limit 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
