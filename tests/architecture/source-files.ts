import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseImports, parseRuntimeImports } from "./parse-imports.ts";

export const ROOT = join(import.meta.dirname, "../..");

export type SourceFile = {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
  /** What it imports: a path of the repository, or the bare name of a package. */
  imports: string[];
  runtimeImports: string[];
};

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: parseImports(path, text), runtimeImports: parseRuntimeImports(path, text) };
}

/** Asked of git, so that what is ignored is never judged; a file not yet added is. */
export function listFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n");
  return listed.filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

export function readSourceFiles(): SourceFile[] {
  return listFiles()
    .filter((path) => /\.(ts|tsx|mts)$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => sourceFile(path, readFileSync(join(ROOT, path), "utf8")));
}
