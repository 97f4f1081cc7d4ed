import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataDirectory } from "../paths.ts";
import { joinServer } from "../postgres/shared-server.ts";
import { CommandError, runCommand } from "../process/command-error.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { EXEMPTIONS } from "./exemptions.ts";
import { findGaps } from "./find-gaps.ts";
import type { Mutant } from "./mutant.ts";
import { MUTANTS } from "./mutants.ts";
import { type CleanRun, rememberCleanRuns, runMutant, type Verdict } from "./run-mutant.ts";
import { makeWorkingCopy } from "./working-copy.ts";

const LANES = 2;
const SHOWN_OF_AN_ERROR = 500;

/** `--only <text>`: the mutants whose files, reason or test hold it. */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const signal = stopSignal();

await runCommand(async () => {
  const gaps = findGaps(MUTANTS, EXEMPTIONS);
  for (const gap of gaps) console.error(gap);
  if (gaps.length > 0) throw new CommandError(`The list of mutants has ${gaps.length} gaps.`);
  const chosen = MUTANTS.filter((mutant) => JSON.stringify(mutant).includes(values.only));
  const began = performance.now();
  const verdicts = await runAll(chosen).catch((error: unknown) => {
    throw signal.aborted ? new CommandError("The run was stopped.") : error;
  });
  const failed = verdicts.filter(({ verdict }) => verdict !== "killed");
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${verdicts.length} mutants, ${verdicts.length - failed.length} killed, in ${seconds} s`);
  if (failed.length > 0) throw new CommandError(`${failed.length} mutants were not killed by their test.`);
});
process.exit();

/** Side by side, each lane in a copy of its own, all on one scratch server. */
async function runAll(mutants: readonly Mutant[]): Promise<Verdict[]> {
  const scratch = await mkdtemp(join(tmpdir(), "notwice-mutants-"));
  const dataFolder = dataDirectory(join(scratch, "data"));
  const server = await joinServer(dataFolder);
  try {
    const folders = Array.from({ length: LANES }, (_, lane) => join(scratch, `copy-${lane}`));
    for (const folder of folders) await makeWorkingCopy(folder, dataFolder);
    const waiting = [...mutants];
    const cleanRun = rememberCleanRuns(signal);
    const verdicts = await Promise.all(folders.map((folder) => runLane(folder, waiting, cleanRun)));
    return verdicts.flat();
  } finally {
    await server.leave();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function runLane(folder: string, waiting: Mutant[], cleanRun: CleanRun): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const verdict = await runMutant(folder, mutant, cleanRun, signal);
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

/** One line each, with what the test said; all of it, and the mutant, where it is not as it should be. */
function tell({ mutant, verdict, seconds, said }: Verdict): void {
  const files = [...new Set(mutant.changes.map((change) => change.file))].join(", ");
  const by = `${verdict} by ${mutant.killedBy.join(" > ")} in ${seconds.toFixed(1)} s`;
  const [reason = ""] = said.split("\n");
  console.log([`${files}: ${mutant.why}`, by, reason].join(" | "));
  if (verdict === "killed") return;
  for (const { text, replacement } of mutant.changes) console.log(`  - ${text}\n  + ${replacement}`);
  console.log(said.slice(0, SHOWN_OF_AN_ERROR));
}
