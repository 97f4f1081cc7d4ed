import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyChange } from "./changed-span.ts";
import type { Mutant, NamedTest } from "./mutant.ts";
import { runNamedTest, type TestRun } from "./run-named-test.ts";

export interface Verdict {
  mutant: Mutant;
  verdict: "killed" | "SURVIVED" | "INVALID";
  seconds: number;
  said: string;
}

/** What a statement says that does not even run: the test then fails, whatever it looks at. */
const NO_PROGRAM =
  /syntax error at|(column|relation|function|type|constraint) .* does not exist|could not determine data type|no unique or exclusion constraint|SyntaxError|ReferenceError|Transform failed/;

export type CleanRun = (folder: string, test: NamedTest) => Promise<TestRun>;

/** Each named test once without a mutant: one that fails, or is not there, would kill anything. */
export function rememberCleanRuns(signal: AbortSignal): CleanRun {
  const runs = new Map<string, Promise<TestRun>>();
  return async (folder, test) => {
    const id = test.join("\n");
    const run = runs.get(id) ?? runNamedTest(folder, test, signal);
    runs.set(id, run);
    return run;
  };
}

/** Breaks one guard in a working copy, runs the test that must notice, and mends it again. */
export async function runMutant(
  folder: string,
  mutant: Mutant,
  cleanRun: CleanRun,
  signal: AbortSignal,
): Promise<Verdict> {
  const clean = await cleanRun(folder, mutant.killedBy);
  if (clean.outcome !== "passed") {
    const said = clean.outcome === "missing" ? "there is no such test" : `the test fails without it too: ${clean.said}`;
    return { mutant, verdict: "INVALID", seconds: clean.seconds, said };
  }
  const restore = await apply(folder, mutant);
  try {
    const run = await runNamedTest(folder, mutant.killedBy, signal);
    return { mutant, verdict: judge(run), seconds: run.seconds, said: run.said };
  } finally {
    await restore();
  }
}

function judge({ outcome, said }: TestRun): Verdict["verdict"] {
  if (outcome === "passed") return "SURVIVED";
  return outcome === "failed" && !NO_PROGRAM.test(said) ? "killed" : "INVALID";
}

async function apply(folder: string, { changes }: Mutant): Promise<() => Promise<void>> {
  const originals = new Map<string, string>();
  for (const change of changes) {
    const path = join(folder, change.file);
    const before = await readFile(path, "utf8");
    if (!originals.has(path)) originals.set(path, before);
    await writeFile(path, applyChange(change, before));
  }
  return async () => {
    for (const [path, text] of originals) await writeFile(path, text);
  };
}
