import type { SourceFile } from "../source-files.ts";

const PERMISSIONS = "lib/auth/permissions.ts";
const ERRORS = "lib/errors.ts";

/** What nobody asks for, or nobody is ever told, is a promise that no code keeps. */
export function unusedWords(files: readonly SourceFile[]): string[] {
  const server = files.filter(({ path }) => /^(app|lib)\//.test(path));
  const others = server.filter(({ path }) => path !== PERMISSIONS).map(({ text }) => text);
  const everywhere = server.map(({ text }) => text);
  return [
    ...wordsIn(files, PERMISSIONS, /^ {2}"([\w.]+)": /gm).filter((word) => !isUsed(others, asksFor(word))),
    ...wordsIn(files, ERRORS, /^ {2}(\w+): \{ status: /gm).filter((word) => !isUsed(everywhere, refusesWith(word))),
  ];
}

function wordsIn(files: readonly SourceFile[], file: string, pattern: RegExp): string[] {
  const text = files.find(({ path }) => path === file)?.text ?? "";
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

function isUsed(texts: readonly string[], pattern: RegExp): boolean {
  return texts.some((text) => pattern.test(text));
}

const asksFor = (permission: string) =>
  new RegExp(`Permission\\(\\s*\\w+,\\s*"${permission.replaceAll(".", String.raw`\.`)}"`);
const refusesWith = (code: string) => new RegExp(`(AppError|refusal)\\(\\s*(?:"\\w+",\\s*)?"${code}"`);
