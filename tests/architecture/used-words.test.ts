import { describe, expect, it } from "vitest";
import { unusedWords } from "./rules/used-words.ts";
import { readSourceFiles, sourceFile } from "./source-files.ts";

describe("permissions and error codes", () => {
  it("are each used", () => {
    expect(unusedWords(readSourceFiles())).toEqual([]);
  });

  it("finds one that is not", () => {
    const permissions = sourceFile("lib/auth/permissions.ts", '  "a.read": ALL,\n  "b.read": ALL,\n');
    const errors = sourceFile(
      "lib/errors.ts",
      "  gone: { status: 410 },\n  mine: { status: 403 },\n  lost: { status: 404 },\n",
    );
    const useCase = sourceFile(
      "lib/x/read.ts",
      'requirePermission(actor, "a.read");\nthrow new AppError(\n  "gone", "x");\nreturn refusal("rule", "mine", "y");',
    );
    expect(unusedWords([permissions, errors, useCase])).toEqual(["b.read", "lost"]);
  });
});
