import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../command-error.ts";
import { generateClient } from "../generate-client.ts";
import { dataDirectory, ROOT } from "../paths.ts";
import { stopServer } from "../postgres/server.ts";
import { type Count, ONE_FAILED, sum } from "./count.ts";
import { ensureBrowser } from "./find-browser.ts";
import { runCheck, runPlaywright, runVitest } from "./suites.ts";

/** Every suite, one after another; one that fails does not keep the others from running. */
export async function runTests(signal: AbortSignal): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), "notwice-reports-"));
  const counts: Count[] = [];
  try {
    await generateClient(signal);
    const suites = [
      () => runCheck(signal),
      ...["unit", "integration", "crash"].map((project) => () => runVitest(project, reports, signal)),
      async () => runPlaywright(ensureBrowser(), reports, signal),
    ];
    for (const suite of suites) {
      signal.throwIfAborted();
      counts.push(await suite().catch(countAsFailed));
    }
    return sum(counts);
  } finally {
    await rm(reports, { recursive: true, force: true });
    // A suite that was killed could not stop its own.
    for (const name of ["test", "e2e"]) await stopServer(dataDirectory(join(ROOT, ".notwice", name)));
  }
}

function countAsFailed(error: unknown): Count {
  console.error(error instanceof CommandError ? error.message : error);
  return ONE_FAILED;
}
