import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { COMMANDS } from "#scripts/notwice/commands.ts";
import { dispatch } from "#scripts/notwice/dispatch.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { chain, seal, tamper, write } from "./log.ts";

const { pool } = testDatabase();

async function notwice(...args: string[]): Promise<{ code: number; said: string; complained: string }> {
  const [said, complained]: [string[], string[]] = [[], []];
  const code = await dispatch(args, COMMANDS, {
    say: (text) => said.push(text),
    complain: (text) => complained.push(text),
  });
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

it("notwice audit verify says what it found, and its exit code says whether it fits", async () => {
  expect(await notwice("audit", "verify")).toEqual({
    code: 0,
    said: "Nothing was changed. 0 seals over 0 rows read, 0 rows not sealed yet.",
    complained: "",
  });
  await write(pool, 3);
  await seal();
  const hash = (await chain(pool))[0]?.hash ?? "";
  expect(await notwice("audit", "verify", "--expect", hash)).toMatchObject({
    code: 0,
    said: `Nothing was changed. 1 seal over 3 rows read, 0 rows not sealed yet. 1 logged seal looked for.\nNewest seal: ${hash}`,
  });

  const folder = await mkdtemp(join(tmpdir(), "notwice-seals-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const log = join(folder, "app.log");
  await writeFile(log, `{"level":30,"msg":"other"}\n{"level":30,"seal":{"id":"1","hash":"${hash}"},"msg":"sealed"}\n`);
  expect((await notwice("audit", "verify", "--seals", log)).code).toBe(0);

  await tamper(pool, "delete from audit_log where id = 2");
  const broken = await notwice("audit", "verify", "--json");
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.said)).toMatchObject({
    ok: false,
    seals: 1,
    rows: 2,
    found: [{ kind: "row_removed", ids: ["2"], count: 1, sentence: "Row 2 was removed." }],
  });

  await tamper(pool, "truncate audit_log, audit_seal");
  expect((await notwice("audit", "verify")).code).toBe(0);
  const cut = await notwice("audit", "verify", "--seals", log);
  expect(cut.code).toBe(1);
  expect(cut.said).toContain(`No seal has the hash ${hash}`);
});

it.each([
  [["--since", "yesterday"], "--since must be a time like 2026-12-01 or 2026-12-01T09:00:00Z."],
  [["--expect", "abc"], "--expect must be the hash of a seal: 64 digits from 0 to f."],
  [["--seals", "/nowhere"], /^--seals \/nowhere cannot be read/],
  [["--seals", "package.json"], "--seals package.json has no line of a seal."],
  [["--sinc", "x"], "Unknown option '--sinc'."],
])("notwice audit verify %j is called wrongly: %s", async (args, sentence) => {
  const { code, said, complained } = await notwice("audit", "verify", ...args);
  expect([code, said]).toEqual([2, ""]);
  expect(complained.trim()).toMatch(sentence);
});

it("notwice audit export prints what was filtered, and says which option it cannot read", async () => {
  await write(pool, 3, "exporter");
  const { code, said } = await notwice("audit", "export", "--format", "jsonl", "--who", "exporter");
  const [asked, ...rows] = said.split("\n").map((line) => JSON.parse(line));
  expect([code, asked.filter, rows.length]).toEqual([0, { who: "exporter" }, 3]);
  expect((await notwice("audit", "export", "--format", "csv", "--who", "nobody")).said.split("\r\n")).toHaveLength(2);
  expect(await notwice("audit", "export")).toMatchObject({ code: 2, complained: expect.stringContaining("--format") });
  expect(await notwice("audit", "export", "--format", "csv", "--since", "x")).toMatchObject({
    code: 2,
    complained: "--since: must be a time like 2026-12-01 or 2026-12-01T09:00:00Z.",
  });
});
