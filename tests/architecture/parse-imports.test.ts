import { expect, it } from "vitest";
import { parseImports, parseRuntimeImports } from "./parse-imports.ts";

it("reads every shape of import and resolves it", () => {
  const text = `
    import "./styles.css";
    import type { A } from "../http/index.ts";
    import b, { type C as D } from '#lib/errors.ts';
    import * as everything from "zod";
    export { e } from "./e.ts";
    export * from "./f.ts";
    const g = await import("./g.ts");
    import {
      h,
      i,
    } from "@notwice/once";`;
  expect(parseImports("lib/auth/x.ts", text)).toEqual([
    "lib/http/index.ts",
    "lib/errors.ts",
    "zod",
    "lib/auth/e.ts",
    "lib/auth/f.ts",
    "lib/once/src/index.ts",
    "lib/auth/styles.css",
    "lib/auth/g.ts",
  ]);
});

it("is not taken in by comments and by strings that hold no import", () => {
  const text = `
    // import { a } from "./a.ts";
    /* import { b } from "./b.ts"; */
    const url = "https://example.test"; // export { c } from "./c.ts"
    const from = "text from here";`;
  expect(parseImports("lib/x.ts", text)).toEqual([]);
});

it("tells what is left at run time", () => {
  const text =
    'import type { A } from "./a.ts";\nimport { type B, b } from "./b.ts";\nexport type { C } from "./c.ts";';
  expect(parseRuntimeImports("lib/x.ts", text)).toEqual(["lib/b.ts"]);
});
