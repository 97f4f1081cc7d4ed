import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../paths.ts";

/** Does work whose result is in the repository's tree, unless the inputs are those it was last completed with. */
export async function unlessUnchanged(stamp: string, digest: string, work: () => Promise<void>): Promise<void> {
  const file = join(ROOT, stamp);
  if (existsSync(file) && (await readFile(file, "utf8")) === digest) return;
  // First, so that a killed run is not taken for a complete one.
  await rm(file, { force: true });
  await work();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, digest);
}
