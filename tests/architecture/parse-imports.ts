import { dirname, join } from "node:path/posix";

const COMMENTS = /\/\*[\s\S]*?\*\/|(^|[^:"'`\\])\/\/[^\n]*/g;
const FROM = /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?[\w$*{}\s,]*?from\s*["']([^"']+)["']/g;
const BARE = /(?:^|[\s;}])import\s*["']([^"']+)["']/g;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']/g;

const TYPE_ONLY = /(^|[\s;}])(import|export)\s+type\s+[\w$*{}\s,]*?from\s*["'][^"']+["']/g;

/** What is left when types are erased. */
export function parseRuntimeImports(path: string, text: string): string[] {
  return parseImports(path, text.replace(COMMENTS, "$1").replace(TYPE_ONLY, "$1"));
}

/** TypeScript 7 has no parser to call; statements of these three shapes are all there is. */
export function parseImports(path: string, text: string): string[] {
  const code = text.replace(COMMENTS, "$1");
  const found = [FROM, BARE, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
  return [...new Set(found.map((specifier) => resolveSpecifier(path, specifier)))];
}

function resolveSpecifier(path: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return join(dirname(path), specifier);
  if (specifier === "@notwice/once") return "lib/once/src/index.ts";
  if (specifier.startsWith("@notwice/once/")) return `lib/once/src/${specifier.slice("@notwice/once/".length)}`;
  return specifier;
}
