import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import * as reaper from "#app/api/cron/reaper/route.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { serveRoute } from "#tests/support/live-route.ts";

const { pool } = testDatabase();
const SECRET = "a-secret-of-the-tests";
process.env["CRON_SECRET"] = SECRET;

const run = promisify(execFile);
const page = await readFile(join(ROOT, "docs/running-the-reaper.md"), "utf8");

/** The blocks of code of one language, as they stand on the page. */
function blocks(language: string): string[] {
  const fence = "`".repeat(3);
  return [...page.matchAll(new RegExp(`^${fence}${language}\n(.*?)^${fence}$`, "gms"))].map((match) => match[1] ?? "");
}

function only(found: string[]): string {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} blocks`);
  return first;
}

async function passes(): Promise<number> {
  const { rows } = await pool.query(
    "select count(*)::int as passes from reaper_run where finished_at is not null and started_by = 'cron'",
  );
  return rows[0].passes;
}

/** The command as the page has it, with this test's server and header in the place of the reader's. */
async function asHere(command: string, secret = SECRET): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "notwice-recipe-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const header = join(folder, "cron-header");
  await writeFile(header, `Authorization: Bearer ${secret}\n`);
  const here = command
    .replace(/https?:\/\/(desk\.example\.com|notwice:3000)/, await serveRoute(reaper))
    .replace("/etc/notwice/cron-header", header);
  expect(here).not.toBe(command);
  return here;
}

const crontab = only(blocks("crontab")).trim();
const unit = blocks("ini").find((block) => block.includes("[Service]")) ?? "";
const kubernetes = only(blocks("yaml"));

const RECIPES: [string, string][] = [
  ["crontab", crontab.replace(/^(\S+ ){5}/, "")],
  ["systemd", /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ""],
  ["Kubernetes", /- >-\n(.*)$/s.exec(kubernetes)?.[1]?.replaceAll(/\s*\n\s*/g, " ") ?? ""],
];

it.each(RECIPES)("the command for %s makes a pass", async (_where, command) => {
  const before = await passes();
  await run("sh", ["-c", await asHere(command)], { env: { PATH: process.env["PATH"], CRON_SECRET: SECRET } as never });
  expect(await passes()).toBe(before + 1);
});

it.each(RECIPES)(
  "the command for %s fails where the secret is wrong, so that someone hears of it",
  async (_where, command) => {
    const wrong = "another-secret-of-theirs";
    const env = { PATH: process.env["PATH"], CRON_SECRET: wrong } as never;
    const failed = run("sh", ["-c", await asHere(command, wrong)], { env });
    await expect(failed).rejects.toMatchObject({ code: 22, stderr: expect.stringContaining("401") });
  },
);

it("cron runs it every minute", () => {
  expect(crontab.split(" ").slice(0, 5)).toEqual(["*", "*", "*", "*", "*"]);
  // In a crontab a percent sign is the end of the line.
  expect(crontab).not.toContain("%");
});

it("the settings for Vercel call a route that there is, every minute", () => {
  const [settings] = blocks("json").filter((block) => block.includes("crons"));
  const { crons } = JSON.parse(settings ?? "") as { crons: { path: string; schedule: string }[] };
  expect(crons).toEqual([{ path: "/api/cron/reaper", schedule: "* * * * *" }]);
  expect(existsSync(join(ROOT, "app", crons[0]?.path ?? "", "route.ts"))).toBe(true);
});

it("the command without a server makes a pass against DATABASE_URL", async () => {
  const [once = "", always = ""] = blocks("sh").map((block) => block.trim());
  expect(once).toBe(`${always} -- --once`);
  const { stdout } = await run("sh", ["-c", once], { cwd: ROOT });
  expect(JSON.parse(stdout)).toMatchObject({ stoppedBy: "done", fetched: 0 });
});

it.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd accepts the units", async () => {
  const folder = await mkdtemp(join(tmpdir(), "notwice-units-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [service = "", timer = ""] = blocks("ini");
  await writeFile(join(folder, "notwice-reaper.service"), service);
  await writeFile(join(folder, "notwice-reaper.timer"), timer);
  const units = ["notwice-reaper.service", "notwice-reaper.timer"].map((name) => join(folder, name));
  expect(await run("systemd-analyze", ["verify", "--man=no", ...units])).toMatchObject({ stderr: "" });
});
