import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.ts";
import { applyChange, changedSpan, occurrences, touches } from "./changed-span.ts";
import type { Exemption } from "./exemptions.ts";
import { findGuards, type Guard } from "./find-guards.ts";
import { findSchemaRules } from "./find-schema-rules.ts";
import type { Change, Mutant } from "./mutant.ts";

const STATEMENTS = [
  "lib/once/src/sql/**/*.ts",
  "lib/actions/sql/**/*.ts",
  "lib/reaper/sql/**/*.ts",
  "lib/reviews/sql/**/{end,insert,move,assign,freeze,lock,open}-*.ts",
];
const MIGRATIONS = ["prisma/migrations/*/migration.sql"];

export function readSource(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** What is wrong with the lists before anything is run: a text that is gone, a guard that no mutant breaks. */
export function findGaps(mutants: readonly Mutant[], exemptions: readonly Exemption[]): string[] {
  const changes = mutants.flatMap((mutant) => mutant.changes);
  const misplaced = changes.flatMap(misplacement);
  if (misplaced.length > 0) return misplaced;
  const guards = [...list(STATEMENTS, findGuards), ...list(MIGRATIONS, findSchemaRules)];
  const unbroken = guards.filter((guard) => !changes.some((change) => breaks(change, guard, guards)));
  const isExempt = (guard: Guard) => exemptions.some((one) => one.file === guard.file && one.guard === guard.text);
  return [
    ...unbroken.filter((guard) => !isExempt(guard)).map(({ file, text }) => `${file}: no mutant breaks "${text}"`),
    ...exemptions
      .filter((one) => !unbroken.some((guard) => guard.file === one.file && guard.text === one.guard))
      .map((one) => `${one.file}: the exemption of "${one.guard}" is of no guard, or of one that a mutant breaks`),
  ];
}

function list(patterns: string[], find: (file: string, source: string) => Guard[]): Guard[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return files.toSorted().flatMap((file) => find(file, readSource(file)));
}

function misplacement(change: Change): string[] {
  const source = readSource(change.file);
  const found = occurrences(change, source);
  const text = JSON.stringify(change.text);
  if (found !== 1) return [`${change.file}: ${text} stands there ${found} times, not once`];
  return applyChange(change, source) === source ? [`${change.file}: ${text} is replaced by itself`] : [];
}

/** One that runs over several guards breaks none: it would be killed by whatever holds the strongest of them. */
function breaks(change: Change, guard: Guard, guards: readonly Guard[]): boolean {
  if (change.file !== guard.file) return false;
  const span = changedSpan(change, readSource(change.file));
  const touched = guards.filter((each) => each.file === change.file && touches(span, each));
  return touched.length === 1 && touched[0] === guard;
}
