import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packOnce } from "#scripts/once/pack-once.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { reply, ScriptedHttp } from "#tests/support/http-script.ts";

const { url, pool } = testDatabase();
const run = promisify(execFile);
const INSTALL_LIMIT_MS = 120_000;

let workplace: string;
let project: string;
let tarball: string;

/** What the user of the package installs beside it; resolved from here, because a test does not download. */
const BESIDE = ["pg", "nodemailer", "@types/node", "@types/pg", "@types/nodemailer"];

beforeAll(async () => {
  workplace = await mkdtemp(join(tmpdir(), "notwice-package-"));
  project = join(workplace, "project");
  tarball = await packOnce(join(workplace, "packed"));
  const dependency = await run(
    "npm",
    ["pack", join(ROOT, "node_modules/canonicalize"), "--silent", "--ignore-scripts"],
    {
      cwd: workplace,
    },
  );
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "empty", "type": "module", "private": true }');
  const packages = [tarball, join(workplace, dependency.stdout.trim())];
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--omit=peer", ...packages], {
    cwd: project,
  });
  for (const name of BESIDE) {
    await mkdir(join(project, "node_modules/@types"), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
}, INSTALL_LIMIT_MS);

afterAll(async () => {
  await rm(workplace, { recursive: true, force: true });
});

/** Runs a program in the project, with the Node that runs this. */
async function runProgram(name: string, text: string): Promise<string> {
  await writeFile(join(project, name), text);
  const { stdout } = await run(process.execPath, [name], { cwd: project, env: { ...process.env, DATABASE_URL: url } });
  return stdout;
}

async function checkTypes(name: string, options: Record<string, unknown>): Promise<string> {
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: ["node"], ...options };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [name] }));
  return run(join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], { cwd: project }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

/** The ten lines that the README begins with, sent to another address. */
async function firstExample(address: string): Promise<string> {
  const readme = await readFile(join(project, "node_modules/@notwice/once/README.md"), "utf8");
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(12);
  return `${example.replace("https://api.example.com/invoices", address)}console.log(JSON.stringify(receipt));process.exit();`;
}

describe("the tarball", () => {
  it("holds what is built, README, LICENSE and package.json, and nothing else", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball]);
    const files = stdout
      .trim()
      .split("\n")
      .map((path) => path.replace(/^package\//, ""));
    const other = files.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
    expect(other.toSorted()).toEqual(["LICENSE", "README.md", "package.json"]);
    expect(files).toContain("dist/index.js");
    expect(files).toContain("dist/index.d.ts");
  });

  it("depends on canonicalize, and on nothing else that it would bring along", async () => {
    const manifest: unknown = JSON.parse(
      await readFile(join(project, "node_modules/@notwice/once/package.json"), "utf8"),
    );
    expect(manifest).toMatchObject({
      dependencies: { canonicalize: "5.1.0" },
      peerDependenciesMeta: { pg: { optional: true }, nodemailer: { optional: true } },
      exports: { "./http": { types: "./dist/http/index.d.ts", default: "./dist/http/index.js" } },
    });
    expect(Object.keys(Reflect.get(manifest as object, "dependencies"))).toEqual(["canonicalize"]);
    const installed: unknown = JSON.parse(await readFile(join(project, "node_modules/.package-lock.json"), "utf8"));
    expect(Object.keys(Reflect.get(installed as object, "packages")).toSorted()).toEqual([
      "node_modules/@notwice/once",
      "node_modules/canonicalize",
    ]);
  });
});

describe("in an empty project", () => {
  it("every entry gives what it gives here", async () => {
    const entries = ["", "/http", "/smtp", "/steps", "/prisma"].map((entry) => `@notwice/once${entry}`);
    const program = `const names = {};
      for (const entry of ${JSON.stringify(entries)}) names[entry] = Object.keys(await import(entry)).sort();
      console.log(JSON.stringify(names));`;
    const here = await Promise.all(
      entries.map(async (entry) => [entry, Object.keys((await import(entry)) as object).toSorted()] as const),
    );
    expect(JSON.parse(await runProgram("entries.js", program))).toEqual(Object.fromEntries(here));
  });

  it.each([
    { module: "nodenext", target: "es2024" },
    { module: "esnext", moduleResolution: "bundler", target: "es2024" },
  ])("type-checks with its declarations, $module", async (options) => {
    await writeFile(
      join(project, "typed.ts"),
      `${await firstExample("https://api.example.com/invoices")}
      import type { EffectContext, Disposition } from "@notwice/once";
      import { sendSmtp, type SmtpReceipt } from "@notwice/once/smtp";
      import { prismaDb } from "@notwice/once/prisma";
      const status: number = receipt.status;
      const mail = (context: EffectContext): Promise<SmtpReceipt> => sendSmtp(context, { host: "localhost", port: 25 });
      const word: Disposition = "park";
      // @ts-expect-error a status is a number
      const wrong: string = receipt.status;
      // @ts-expect-error an intent names its kind
      void actions.perform({ runId: "run-1", step: 0, target: "x", payload: 1 }, mail);
      export { prismaDb, status, word, wrong };`,
    );
    expect(await checkTypes("typed.ts", options)).toBe("");
  });

  it("runs the README's first example on real Postgres, twice, and sends once", async () => {
    const answer = reply("201 Created", '{"id":"in_1"}', { "content-type": "application/json" });
    await using server = await ScriptedHttp.start({ at: { request: [answer, "close"] } });
    const program = await firstExample(server.url);
    const receipt = { status: 201, location: null, body: { id: "in_1" }, bodyOmitted: null };
    expect(JSON.parse(await runProgram("first.ts", program))).toEqual(receipt);
    expect(JSON.parse(await runProgram("first.ts", program))).toEqual(receipt);
    expect(server.requests).toHaveLength(1);
    const { rows } = await pool.query("select status, kind, target, payload from action_log");
    expect(rows).toEqual([
      { status: "succeeded", kind: "create_invoice", target: "acct_7", payload: '{"amount":1250}' },
    ]);
  });
});
