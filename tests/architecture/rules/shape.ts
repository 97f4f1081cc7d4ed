import { basename, dirname } from "node:path/posix";
import type { SourceFile } from "../source-files.ts";

const MAX_FILES_PER_FOLDER = 12;
const BANNED_NAMES = /^(utils?|helpers?|common|misc|managers?|services?)$/;

export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = Map.groupBy(paths, dirname);
  return [...counts]
    .filter(([, inside]) => inside.length > MAX_FILES_PER_FOLDER)
    .map(([folder, inside]) => `${folder} holds ${inside.length} files`);
}

export function bannedNames(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path.split("/").some((part) => part.split(/[-.]/).some((word) => BANNED_NAMES.test(word))),
  );
}

/** Of what runs: two files may name each other's types. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map((file) => [file.path, file.runtimeImports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    } else if (!done.has(path)) {
      for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    }
  };
  for (const file of files) visit(file.path, []);
  return cycles;
}

/** What stands in backticks and looks like a path: with a slash it must exist as it stands, a bare file name anywhere. */
export function missingPaths(markdown: string, known: readonly string[]): string[] {
  const paths = new Set(known.flatMap((path) => [path, ...foldersOf(path)]));
  const names = new Set(known.map((path) => basename(path)));
  const named = [...markdown.matchAll(/`([\w.()[\]-]+(?:\/[\w.()[\]-]+)*\/?)`/g)].map((match) => match[1] ?? "");
  return named.filter((name) => {
    if (name.includes("/")) return !paths.has(name.replace(/\/$/, ""));
    return /\.(ts|tsx|md|json|sql|prisma)$/.test(name) && !names.has(name);
  });
}

function foldersOf(path: string): string[] {
  const parts = dirname(path).split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A time or a number written by the browser's own locale differs from the server's, and from the colleague's beside you. */
export function localeFormats(files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(({ path }) => /^(app|components)\//.test(path) && !path.startsWith("components/ui/"))
    .filter(({ text }) => /\.toLocale(Date|Time)?String\(|\bIntl\./.test(text))
    .map(({ path }) => `${path}: print it with <Time> or formatNumber of components/ui`);
}
