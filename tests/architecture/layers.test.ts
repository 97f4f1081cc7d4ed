import { describe, expect, it } from "vitest";
import { statementsOutsideStores } from "./rules/database.ts";
import {
  clientDirectives,
  heavyContracts,
  reaperCallers,
  sideDoors,
  unknownFolders,
  wrongDirections,
} from "./rules/layers.ts";
import { readSourceFiles, sourceFile } from "./source-files.ts";

const files = readSourceFiles();

function importing(path: string, ...specifiers: string[]) {
  return [sourceFile(path, specifiers.map((specifier) => `import { x } from "${specifier}";`).join("\n"))];
}

describe("directions of imports", () => {
  it("holds in the repository", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(unknownFolders(files)).toEqual([]);
    expect(wrongDirections(files)).toEqual([]);
  });

  it.each([
    ["lib/db/index.ts", "#lib/reviews/index.ts"],
    ["lib/reviews/sign-request.ts", "#lib/http/index.ts"],
    ["lib/env.ts", "./auth/index.ts"],
    ["lib/once/src/once.ts", "#lib/errors.ts"],
    ["components/reviews/list.tsx", "#lib/reviews/index.ts"],
    ["components/reviews/list.tsx", "#app/layout.tsx"],
    ["lib/client/api.ts", "#lib/errors.ts"],
    ["app/(desk)/queue/page.tsx", "#lib/http/index.ts"],
    ["app/api/reviews/route.ts", "#components/ui/chip.tsx"],
    ["lib/reviews/store.ts", "#tests/setup/database.ts"],
  ])("refuses that %s imports %s", (path, specifier) => {
    expect(wrongDirections(importing(path, specifier))).toHaveLength(1);
  });

  it("lets the browser see contracts", () => {
    const seen = ["#lib/reviews/contract.ts", "#lib/reviews/words.ts"];
    expect(wrongDirections(importing("components/reviews/list.tsx", ...seen))).toEqual([]);
  });

  it("refuses a folder of lib that has no place in the order", () => {
    expect(unknownFolders(importing("lib/shared/x.ts"))).toHaveLength(1);
  });
});

describe("doors of a domain", () => {
  it("are its index and its contract", () => {
    expect(sideDoors(files)).toEqual([]);
  });

  it.each(["#lib/reviews/store.ts", "#lib/reviews/sql/claim.ts", "#lib/auth/server/auth.ts"])(
    "refuses %s",
    (specifier) => {
      expect(sideDoors(importing("lib/reaper/run-pass.ts", specifier))).toHaveLength(1);
    },
  );
});

describe("statements", () => {
  const importing = 'import { prisma as db, transaction, type Tx } from "#lib/db/index.ts";';

  it("stand in a domain's store and its sql", () => {
    expect(statementsOutsideStores(files)).toEqual([]);
    expect(statementsOutsideStores([sourceFile("lib/reviews/sql/lock-review.ts", importing)])).toEqual([]);
  });

  it("refuses one in a use case or a page", () => {
    const paths = ["lib/reviews/sign-request.ts", "app/(desk)/queue/page.tsx"];
    expect(statementsOutsideStores(paths.map((path) => sourceFile(path, importing)))).toHaveLength(2);
  });
});

describe("contracts", () => {
  it("import nothing but zod and each other", () => {
    expect(heavyContracts(files)).toEqual([]);
  });

  it("refuses a contract that pulls in the server", () => {
    expect(heavyContracts(importing("lib/reviews/contract.ts", "zod", "./store.ts"))).toHaveLength(1);
    expect(heavyContracts(importing("lib/reviews/words.ts", "./contract.ts", "../errors.ts"))).toHaveLength(1);
  });
});

describe("the reaper", () => {
  it("is called by its route, its script, its scheduler and tests only", () => {
    expect(reaperCallers(files)).toEqual([]);
  });

  it("refuses another caller", () => {
    expect(reaperCallers(importing("lib/reviews/sign-request.ts", "#lib/reaper/index.ts"))).toHaveLength(1);
    expect(reaperCallers(importing("instrumentation.ts", "#lib/reaper/index.ts"))).toEqual([]);
  });
});

describe('"use client"', () => {
  it("stands under components/ only", () => {
    expect(clientDirectives(files)).toEqual([]);
    expect(clientDirectives([sourceFile("app/page.tsx", '"use client";\n')])).toHaveLength(1);
  });
});
