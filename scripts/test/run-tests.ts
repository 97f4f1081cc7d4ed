import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateClient } from "../outputs/generate-client.ts";
import { testDataDirectory } from "../paths.ts";
import { joinServer } from "../postgres/shared-server.ts";
import { CommandError } from "../process/command-error.ts";
import { type Count, ONE_FAILED, sum } from "./count.ts";
import { ensureBrowser } from "./find-browser.ts";
import { runCheck, runPlaywright, runVitest } from "./suites.ts";

/** Every suite, one after another; one that fails does not keep the others from running. */
export async function runTests(signal: AbortSignal): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), "notwice-reports-"));
  const server = await joinServer(testDataDirectory());
  const counts: Count[] = [];
  try {
    await generateClient(signal);
    const suites = [
      () => runCheck(signal),
      ...["unit", "integration", "crash"].map((project) => () => runVitest(project, reports, signal)),
      async () => runPlaywright(ensureBrowser(), reports, signal),
    ];
    for (const suite of suites) {
      const count = await suite().catch(countAsFailed);
      if (signal.aborted) throw new CommandError("The tests were stopped.");
      counts.push(count);
    }
    return sum(counts);
  } finally {
    await rm(reports, { recursive: true, force: true });
    await server.leave();
  }
}

function countAsFailed(error: unknown): Count {
  console.error(error instanceof CommandError ? error.message : error);
  return ONE_FAILED;
}
