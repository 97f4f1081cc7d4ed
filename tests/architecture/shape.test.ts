import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bannedNames, crowdedFolders, importCycles, localeFormats, missingPaths } from "./rules/shape.ts";
import { listFiles, readSourceFiles, ROOT, sourceFile } from "./source-files.ts";

const SOURCE_FOLDERS = /^(app|components|lib|scripts|examples|bench|tests|prisma)\//;
const paths = listFiles().filter((path) => SOURCE_FOLDERS.test(path));

describe("folders", () => {
  it("hold at most twelve files", () => {
    expect(crowdedFolders(paths)).toEqual([]);
    expect(crowdedFolders(Array.from({ length: 13 }, (_, n) => `lib/x/file-${n}.ts`))).toEqual([
      "lib/x holds 13 files",
    ]);
  });
});

describe("names", () => {
  it("say what is inside", () => {
    expect(bannedNames(paths)).toEqual([]);
  });

  it.each(["lib/utils/a.ts", "lib/reviews/helpers.ts", "lib/review-service.ts", "components/common/box.tsx"])(
    "refuses %s",
    (path) => {
      expect(bannedNames([path])).toEqual([path]);
    },
  );
});

describe("imports", () => {
  it("form no cycle", () => {
    expect(importCycles(readSourceFiles())).toEqual([]);
  });

  it("finds a cycle", () => {
    const a = sourceFile("lib/x/a.ts", 'import { b } from "./b.ts";');
    const b = sourceFile("lib/x/b.ts", 'export * from "./c.ts";');
    const c = sourceFile("lib/x/c.ts", 'const a = await import("./a.ts");');
    expect(importCycles([a, b, c])).toEqual(["lib/x/a.ts → lib/x/b.ts → lib/x/c.ts → lib/x/a.ts"]);
  });
});

describe("times and numbers", () => {
  it("are printed by one component each", () => {
    expect(localeFormats(readSourceFiles())).toEqual([]);
  });

  it.each(["count.toLocaleString()", "at.toLocaleTimeString()", "new Intl.DateTimeFormat()"])("refuses %s", (text) => {
    expect(localeFormats([sourceFile("components/runs/run.tsx", text)])).toHaveLength(1);
  });
});

describe("ARCHITECTURE.md", () => {
  it("names only paths that exist", () => {
    expect(missingPaths(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8"), listFiles())).toEqual([]);
  });

  it("notices a path that is gone", () => {
    const text = "`lib/gone/` and `lib/env.ts` and `once()`, `lib/reviews/index.ts`";
    expect(missingPaths(text, ["lib/env.ts"])).toEqual(["lib/gone/", "lib/reviews/index.ts"]);
  });
});
