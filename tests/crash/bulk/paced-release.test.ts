import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readBulkRequest, signBulkRequest, stopBulkRequest } from "#lib/reviews/index.ts";
import { askedOf, newKind, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { actionRow } from "#tests/support/rows.ts";
import { startChild } from "../child.ts";
import { notedEffects } from "../effects-file.ts";

const ITEMS = 30;
/** The rest would become claimable minutes later. */
const CLAIMABLE = 20;
const STOP_AFTER = 8;
const LIMIT_MS = 180_000;

const { pool, url } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "notwice-paced-"));
const effectsFile = join(folder, "effects");
const kind = newKind();
const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

type Word = { claimed?: string; sent?: string };

/** Plays one worker: kills it at the word where it should die, tells it to go on otherwise. */
function startWorker(name: string, hear: (word: Word) => "go on" | "die"): ChildProcess {
  const env = { DATABASE_URL: url, EFFECTS_FILE: effectsFile, KIND: kind, WORKER: name };
  const child = startChild("bulk/paced-worker.ts", env);
  children.add(child);
  child.on("message", (word: Word) => {
    if (hear(word) === "die") child.kill("SIGKILL");
    else child.send("go on");
  });
  return child;
}

it(
  "case 27: workers killed while a paced release is claimed, and a stop half-way: each item once or taken back",
  async () => {
    await pool.query("insert into policy (kind, hold_seconds) values ($1, 0)", [kind]);
    const bo = await person(pool, "Bo", "operator");
    const cara = await person(pool, "Cara", "approver");
    const cases = await stuckCases(pool, ITEMS, kind);
    const other = await stuckCases(pool, 1, kind);
    const id = await askedOf(pool, bo, cases, { paceSeconds: 300 });
    await signBulkRequest(cara, id, { verdict: "approve" });
    const soon = cases.slice(0, CLAIMABLE).map(({ key }) => key);
    await pool.query("update action_log set claimable_at = released_at where key = any($1)", [soon]);

    const claimed: string[] = [];
    const half = Promise.withResolvers<void>();
    // Of every four words one is deadly: now before the effect, now after it, where the success is never reported.
    let words = 0;
    const hear = (word: Word): "go on" | "die" => {
      words += 1;
      if (word.claimed !== undefined) claimed.push(word.claimed);
      if (claimed.length === STOP_AFTER) half.resolve();
      return words % 4 === 3 || words % 8 === 6 ? "die" : "go on";
    };
    const stopping = new AbortController();
    let lives = 0;
    const live = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        lives += 1;
        await once(startWorker(`paced-${lives}`, hear), "exit");
      }
    };
    const lanes = [live(), live()];
    await half.promise;
    const stopped = await stopBulkRequest(bo, id);
    stopping.abort();
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(lanes);

    const rows = await Promise.all(cases.map(async ({ key }) => actionRow(pool, key)));
    const attempted = rows.filter(({ attempt }) => attempt === 2);
    const untouched = rows.filter(({ attempt }) => attempt === 1);
    expect(rows.every(({ attempt }) => attempt === 1 || attempt === 2)).toBe(true);
    expect(untouched.map(({ status }) => status)).toEqual(untouched.map(() => "failed"));
    expect(stopped.takenBack).toBe(untouched.length);
    expect(attempted.length).toBeGreaterThanOrEqual(STOP_AFTER);
    expect(untouched.length).toBeGreaterThanOrEqual(ITEMS - CLAIMABLE);
    expect(new Set(claimed).size).toBe(claimed.length);
    for (const [key, noted] of notedEffects(effectsFile)) {
      expect([key, noted.length]).toEqual([key, 1]);
      expect(attempted.map((row) => row.key)).toContain(key);
    }
    const { counts } = await readBulkRequest(bo, id, { show: "all", limit: 1 });
    expect(counts).toEqual({
      asked: ITEMS,
      done: attempted.length,
      notAttempted: untouched.length,
      refused: 0,
      waiting: 0,
      leftOut: 0,
    });
    expect(await actionRow(pool, other[0]?.key ?? "")).toMatchObject({ status: "failed", attempt: 1 });
  },
  LIMIT_MS,
);
