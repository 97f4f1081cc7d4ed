import { expect, it } from "vitest";
import { EXEMPTIONS } from "#scripts/mutate/exemptions.ts";
import { findGaps } from "#scripts/mutate/find-gaps.ts";
import { MUTANTS } from "#scripts/mutate/mutants.ts";

it("every guard of this tree is broken by a mutant, or says why none can be told from it", () => {
  expect(findGaps(MUTANTS, EXEMPTIONS)).toEqual([]);
  expect(findGaps(MUTANTS.slice(1), EXEMPTIONS)).not.toEqual([]);
});
