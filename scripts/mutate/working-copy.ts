import { cp, mkdir, readdir, realpath, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../paths.ts";

const LEFT_OUT = new Set([".git", ".next", ".notwice", "node_modules", "test-results", "playwright-report"]);

/**
 * A copy of the tree to break things in; others work in the tree itself. Packages are links to the installed ones,
 * but those of this repository to the copy's own: or the tests would run what nobody has broken.
 */
export async function makeWorkingCopy(folder: string, dataFolder: string): Promise<void> {
  await cp(ROOT, folder, {
    recursive: true,
    filter: (source) => dirname(source) !== ROOT || !LEFT_OUT.has(relative(ROOT, source)),
  });
  await linkPackages(join(ROOT, "node_modules"), join(folder, "node_modules"), folder);
  await mkdir(join(folder, ".notwice"));
  await symlink(dataFolder, join(folder, ".notwice", "test"));
}

async function linkPackages(from: string, to: string, folder: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith("@")) {
      await linkPackages(join(from, name), join(to, name), folder);
    } else if (!name.startsWith(".")) {
      await symlink(await targetOf(join(from, name), folder), join(to, name));
    }
  }
}

async function targetOf(path: string, folder: string): Promise<string> {
  const target = await realpath(path);
  const inside = relative(ROOT, target);
  return inside.startsWith("..") || inside.startsWith("node_modules") ? target : join(folder, inside);
}
