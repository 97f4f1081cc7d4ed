import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { finish } from "../process/child.ts";
import type { NamedTest } from "./mutant.ts";

const VITEST = join("node_modules", "vitest", "vitest.mjs");
const REPORT = ".notwice/report.json";

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** `missing`: no test has that name. `stopped`: it did not get to say anything. */
export interface TestRun {
  outcome: "passed" | "failed" | "missing" | "stopped";
  said: string;
  seconds: number;
}

/** Runs one test of a working copy alone, by its whole name. */
export async function runNamedTest(folder: string, [file, name]: NamedTest, signal: AbortSignal): Promise<TestRun> {
  const began = performance.now();
  const report = join(folder, REPORT);
  await rm(report, { force: true });
  const project = file.startsWith("tests/unit/") ? "unit" : "integration";
  const pattern = `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  const options = ["--project", project, "-t", pattern, "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [join(folder, VITEST), "run", file, ...options], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  await finish(child, signal);
  const seconds = (performance.now() - began) / 1000;
  return { ...(await readOutcome(report, name, Buffer.concat(errors).toString())), seconds };
}

function nameOf({ ancestorTitles, title }: { ancestorTitles: string[]; title: string }): string {
  return [...ancestorTitles, title].join(" > ");
}

async function readOutcome(report: string, name: string, errors: string): Promise<Omit<TestRun, "seconds">> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { outcome: "stopped", said: errors.trim() };
  const { testResults } = reportSchema.parse(JSON.parse(text));
  const named = testResults.flatMap((file) => file.assertionResults).filter((test) => nameOf(test) === name);
  const said = named.flatMap((test) => test.failureMessages ?? []).join("\n");
  if (named.some((test) => test.status === "failed")) return { outcome: "failed", said };
  if (named.length > 0 && named.every((test) => test.status === "passed")) return { outcome: "passed", said };
  const unloaded = testResults.map((file) => file.message).join("\n");
  return named.length === 0 && unloaded.trim() === ""
    ? { outcome: "missing", said: "" }
    : { outcome: "stopped", said: unloaded || errors };
}
