import type { SourceFile } from "../source-files.ts";

/** What answers to someone who is not signed in. */
const OPEN_ROUTES = [
  "app/api/health",
  "app/api/ready",
  "app/api/auth/sign-in",
  "app/api/auth/sign-out",
  "app/api/auth/set-password",
  "app/api/auth/provider",
  "app/api/auth/provider/callback",
  "app/api/openapi.json",
];

/** A page renders beside its layout, not after it: the layout's redirect would still send the page's content. */
export function unguardedPages(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^app\/\(desk\)\/.*page\.tsx$/.test(path))
    .filter(({ text }) => !/\bawait requireSession\(\)/.test(text))
    .map(({ path }) => `${path} does not call requireSession()`);
}

export function unguardedRoutes(files: readonly SourceFile[]): string[] {
  const routes = files.filter(({ path }) => /^app\/.*\/route\.ts$/.test(path));
  return routes.flatMap(({ path, text }) => {
    const methods = [...text.matchAll(/export (?:const|(?:async )?function) ([A-Z]+)\b(.*)/g)];
    const open = OPEN_ROUTES.includes(path.replace(/\/route\.ts$/, ""));
    const actors = [...text.matchAll(/\bactor: "(\w+)"/g)].map((match) => match[1]);
    return [
      ...methods
        .filter((match) => !isRoute(match[2] ?? "", text))
        .map((match) => `${path} answers ${match[1]} outside route()`),
      ...(actors.includes("none") && !open ? [`${path} is open to everyone`] : []),
      ...(methods.length === 0 || actors.length === 0 ? [`${path} exports no route()`] : []),
    ];
  });
}

/** `= route(…)`, or the name of a constant of this file that is one. */
function isRoute(rest: string, text: string): boolean {
  const name = /^ = (\w+)(?=[;(])/.exec(rest)?.[1] ?? "";
  return name === "route" || new RegExp(`const ${name} = route\\(`).test(text);
}
