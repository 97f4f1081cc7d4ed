import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.ts";

/** One digest over the names and contents of files and folders of the repository; what is missing counts as that. */
export function digestFiles(paths: string[], leaveOut: string[] = []): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesUnder).filter((file) => !leaveOut.some((prefix) => file.startsWith(prefix)))) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  const entries = readdirSync(absolute, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)).toSorted();
}
