import type { SourceFile } from "../source-files.ts";

const STORES = /^lib\/(db\/|\w+\/(store\.ts$|sql\/))/;
const BOUND_TO_STORES = ["prisma", "Prisma", "query"];

/** A use case opens transactions and hands them down; statements stand in `store.ts` and `sql/`. */
export function statementsOutsideStores(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(app|components|lib)\//.test(path) && !STORES.test(path))
    .flatMap(({ path, text }) =>
      namesFromDatabase(text)
        .filter((name) => BOUND_TO_STORES.includes(name))
        .map((name) => `${path} imports ${name} of lib/db`),
    );
}

function namesFromDatabase(text: string): string[] {
  const statements = text.matchAll(/import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*["']#lib\/db\/index\.ts["']/g);
  return [...statements].flatMap((match) =>
    (match[1] ?? "").split(",").map((name) =>
      name
        .trim()
        .replace(/^type\s+/, "")
        .replace(/\s+as\s.*$/, ""),
    ),
  );
}
