import type { SourceFile } from "../source-files.ts";

type Zone = "app" | "api" | "components" | "client" | "http" | "domain" | "base" | "loose" | "once" | "root" | "tools";

const DOMAINS = [
  "actions",
  "audit-log",
  "demo",
  "live",
  "metrics",
  "notifications",
  "nudges",
  "policies",
  "preferences",
  "reaper",
  "reviews",
  "runs",
  "search",
  "tokens",
  "users",
  "verification",
  "workers",
];
const BASES = ["audit", "auth", "db", "outbound"];
const TOOLS = ["tests", "scripts", "examples", "bench", "prisma"];

/** `app → components → lib/client`, and `app/api → lib/http → lib/<domain> → lib/{audit,auth,db} → loose files`. */
const MAY_IMPORT: Record<Zone, readonly Zone[]> = {
  app: ["app", "components", "client", "domain", "base", "loose"],
  api: ["http", "domain", "base", "loose"],
  components: ["components", "client"],
  client: ["client"],
  http: ["http", "domain", "base", "loose"],
  domain: ["domain", "base", "loose", "once"],
  base: ["base", "loose"],
  loose: ["loose"],
  once: ["once"],
  root: ["http", "domain", "base", "loose", "root"],
  tools: ["app", "api", "components", "client", "http", "domain", "base", "loose", "once", "root", "tools"],
};

/** Server pages read the session through it; every other door of a domain is its `index.ts`. */
const FURTHER_DOORS = ["lib/auth/session.ts"];

/** Null: a package, or a folder that nobody gave a place. Our own paths carry their extension. */
function zoneOf(path: string): Zone | null {
  if (!/\.\w+$/.test(path)) return null;
  const [top = "", second = "", ...rest] = path.split("/");
  if (top === "app") return second === "api" ? "api" : "app";
  if (top === "components") return "components";
  if (TOOLS.includes(top)) return "tools";
  if (top === "lib") return rest.length === 0 ? "loose" : libZone(second);
  return second === "" && /\.(ts|tsx)$/.test(top) ? "root" : null;
}

function libZone(folder: string): Zone | null {
  if (folder === "client" || folder === "http" || folder === "once") return folder;
  if (BASES.includes(folder)) return "base";
  return DOMAINS.includes(folder) ? "domain" : null;
}

export function unknownFolders(files: readonly SourceFile[]): string[] {
  return files.filter((file) => zoneOf(file.path) === null).map((file) => `${file.path}: in no known folder`);
}

export function wrongDirections(files: readonly SourceFile[]): string[] {
  return eachImport(files, (from, to) => {
    const [fromZone, toZone] = [zoneOf(from), zoneOf(to)];
    if (fromZone === null || toZone === null || isContract(to)) return false;
    return !MAY_IMPORT[fromZone].includes(toZone);
  });
}

/** A folder of `lib` is entered through `index.ts`, or `contract.ts` where only its types are meant. */
export function sideDoors(files: readonly SourceFile[]): string[] {
  return eachImport(files, (from, to) => {
    const zone = zoneOf(to);
    if ((zone !== "domain" && zone !== "base") || zoneOf(from) === "tools") return false;
    if (folderOf(from) === folderOf(to) || isContract(to) || FURTHER_DOORS.includes(to)) return false;
    return to !== `${folderOf(to)}/index.ts`;
  });
}

/** The browser loads contracts: whatever they import, it loads too. */
export function heavyContracts(files: readonly SourceFile[]): string[] {
  return eachImport(files, (from, to) => isContract(from) && to !== "zod" && !isContract(to));
}

export function reaperCallers(files: readonly SourceFile[]): string[] {
  const allowed =
    /^(lib\/reaper|app\/api\/(cron\/)?reaper|app\/\(desk\)|tests|bench)\/|^scripts\/reap[\w-]*\.ts$|^instrumentation\.ts$/;
  return eachImport(files, (from, to) => to.startsWith("lib/reaper/") && !allowed.test(from) && !isContract(to));
}

/** The framework wants the directive in an error boundary itself. */
export function clientDirectives(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text }) => /^\s*["']use client["']/.test(text))
    .filter(({ path }) => !path.startsWith("components/") && !/^app\/(.*\/)?(global-)?error\.tsx$/.test(path))
    .map((file) => `${file.path}: "use client" belongs under components/`);
}

/** What the browser may see of a domain: schemas and types, and the words for them. */
function isContract(path: string): boolean {
  return /^lib\/[^/]+\/(\w+\/)?(contract|words)\.ts$/.test(path);
}

function folderOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function eachImport(files: readonly SourceFile[], isWrong: (from: string, to: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((to) => isWrong(file.path, to)).map((to) => `${file.path} imports ${to}`),
  );
}
