import { shortKey } from "#lib/actions/contract.ts";
import { log } from "#lib/log.ts";
import type { judge, StoredPolicy } from "#lib/policies/index.ts";
import type { StepTime } from "./budget.ts";
import type { PassCounts, StopReason } from "./contract.ts";
import { sayError } from "./say-error.ts";
import type { JudgedRow } from "./sql/judged-row.ts";
import type { Judged } from "./sql/locked.ts";
import { askedOrGaveUp, type Tally } from "./tally.ts";
import { type Broken, type Written, writeVerdicts } from "./write-verdicts.ts";

/** One transaction each: long enough to be fast, short enough that no worker waits noticeably for one of its rows. */
const BATCH_ROWS = 1000;
/** A row that could not be judged is looked at again after this. */
const BROKEN_RECHECK_MS = 5 * 60_000;
/** Rows passed over are remembered for the rest of the pass; so many mean that others are at work on them. */
const MAX_PASSED_ROWS = 10 * BATCH_ROWS;

export interface JudgePorts {
  readPolicies: (keys: readonly string[]) => Promise<ReadonlyMap<string, StoredPolicy>>;
  judge: typeof judge;
}

export interface JudgeStep {
  fetch: (limit: number, passed: readonly string[]) => Promise<JudgedRow[]>;
  runId: string;
  time: StepTime;
  /** How many rows may change; those that wait or were overtaken do not count. */
  limit: number;
  ports: JudgePorts;
  counts: PassCounts;
  tally: Tally;
  /** What went wrong, for the row of the pass. */
  problems: string[];
}

/**
 * Fetch, judge, write, count, until no row is left or the step's time or limit is used up. A batch is read while the
 * one before it is written, so that the database and this process work at the same time.
 */
export async function judgeRows(step: JudgeStep): Promise<Exclude<StopReason, "error">> {
  const passed: string[] = [];
  let left = step.limit;
  let ahead: Promise<JudgedRow[]> | undefined;
  try {
    while (!step.time.isOver()) {
      if (left <= 0 || passed.length >= MAX_PASSED_ROWS) return "limit";
      let rows = (await ahead) ?? [];
      // What came since it was read ahead is looked for once more: only then nothing is left.
      if (rows.length === 0) rows = await step.fetch(Math.min(BATCH_ROWS, left), passed);
      if (rows.length === 0) return "done";
      const most = Math.min(BATCH_ROWS, left - rows.length);
      ahead = most > 0 ? step.fetch(most, [...passed, ...rows.map((row) => row.key)]) : undefined;
      // Its error is for whoever awaits it, after this batch.
      ahead?.catch(() => {});
      const written = await judgeBatch(rows, step);
      const touched = new Set([
        ...written.released,
        ...written.asked,
        ...written.settled,
        ...written.checked,
        ...written.waiting,
      ]);
      // A broken row is backed off, unless the database refuses even that.
      passed.push(...rows.filter((row) => !touched.has(row.key)).map((row) => row.key));
      left -= touched.size - written.waiting.length;
      count(step.counts, rows.length, written);
    }
    return "deadline";
  } finally {
    // What was read too much has changed nothing; what went wrong with it belongs to the next pass.
    await ahead?.catch(() => []);
  }
}

async function judgeBatch(rows: readonly JudgedRow[], step: JudgeStep): Promise<Written> {
  const { ports, runId, problems } = step;
  const policies = await ports.readPolicies(rows.map((row) => row.key));
  const judged: Judged[] = [];
  const broken: Broken[] = [];
  for (const row of rows) {
    try {
      judged.push({ row, verdict: ports.judge(row, policies.get(row.key), row.now) });
    } catch (error) {
      broken.push({ row, error });
    }
  }
  const written = await writeVerdicts(judged, runId);
  written.broken.push(...broken);
  problems.push(...written.broken.map(describeBroken));
  tallyUp(judged, written, step.tally);
  await backOff(written.broken, runId);
  return written;
}

export function describeBroken({ row, error }: Broken): string {
  return `Action ${shortKey(row.key)} could not be judged: ${sayError(error)}.`;
}

export async function backOff(broken: readonly Broken[], runId: string): Promise<void> {
  for (const { row, error } of broken) log.error({ err: error, key: row.key, runId }, "an action could not be judged");
  const waiting = broken.map(({ row }) => {
    const until = new Date(row.now.getTime() + BROKEN_RECHECK_MS);
    return { row, verdict: { verdict: "wait" as const, until } };
  });
  await writeVerdicts(waiting, runId);
}

function tallyUp(judged: readonly Judged[], written: Written, tally: Tally): void {
  const verdicts = new Map(judged.map((one) => [one.row.key, one]));
  for (const became of ["released", "asked", "settled", "checked", "waiting"] as const) {
    for (const key of written[became]) {
      const one = verdicts.get(key);
      if (one) tally.add(one.row.kind, one.verdict.verdict === "ask" ? askedOrGaveUp(one.verdict) : became);
    }
  }
  for (const { row } of written.broken) tally.add(row.kind, "broken");
}

function count(counts: PassCounts, fetched: number, written: Written): void {
  const { released, asked, settled, checked, waiting, broken } = written;
  counts.fetched += fetched;
  counts.released += released.length;
  counts.asked += asked.length;
  counts.settled += settled.length;
  counts.checked += checked.length;
  counts.waiting += waiting.length;
  counts.broken += broken.length;
  const known = [released, asked, settled, checked, waiting, broken].reduce((sum, some) => sum + some.length, 0);
  counts.overtaken += fetched - known;
}
