import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { finish, startCommand, startScript } from "../process/child.ts";
import { type Count, ONE_FAILED, ONE_PASSED } from "./count.ts";

const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

export async function runCheck(signal: AbortSignal): Promise<Count> {
  heading("check");
  const child = startCommand("npm", ["run", "--silent", "check"], process.env, "show");
  return (await finish(child, signal)) ? ONE_PASSED : ONE_FAILED;
}

export async function runVitest(project: string, reports: string, signal: AbortSignal): Promise<Count> {
  heading(project);
  const report = join(reports, `${project}.json`);
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = startScript(VITEST, ["run", "--project", project, ...options], process.env, "show");
  const succeeded = await finish(child, signal);
  const parsed = vitestReport.safeParse(await readJson(report)).data;
  if (!parsed) return ONE_FAILED;
  return agree(succeeded, {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  });
}

export async function runPlaywright(browser: string, reports: string, signal: AbortSignal): Promise<Count> {
  heading("e2e");
  const report = join(reports, "e2e.json");
  const env = { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const child = startScript(PLAYWRIGHT, ["test", "--project", "e2e", "--reporter=list,json"], env, "show");
  const succeeded = await finish(child, signal);
  const stats = playwrightReport.safeParse(await readJson(report)).data?.stats;
  if (!stats) return ONE_FAILED;
  return agree(succeeded, {
    passed: stats.expected,
    // A test that needed a second try is one that fails now and then.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  });
}

/** A suite can fail without a failed test: a file that does not load, an error between tests. */
function agree(succeeded: boolean, count: Count): Count {
  return succeeded || count.failed > 0 ? count : { ...count, failed: 1 };
}

function heading(name: string): void {
  console.log(`\n== ${name}`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
