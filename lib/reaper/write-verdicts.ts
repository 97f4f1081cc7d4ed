import { isRefusal, type Tx } from "#lib/db/index.ts";
import { enqueueNudges } from "#lib/nudges/index.ts";
import type {
  AskVerdict,
  CheckVerdict,
  ReleaseVerdict,
  SettleVerdict,
  Verdict,
  WaitVerdict,
} from "#lib/policies/index.ts";
import { askPeople } from "./sql/ask.ts";
import { scheduleChecks } from "./sql/checks/schedule-checks.ts";
import type { JudgedRow } from "./sql/judged-row.ts";
import type { Judged } from "./sql/locked.ts";
import { release } from "./sql/release.ts";
import { settleLate } from "./sql/settle-late.ts";
import { wait } from "./sql/wait.ts";
import { impatientTransaction, isLocked } from "./store.ts";

export interface Broken {
  row: JudgedRow;
  error: unknown;
}

/** Keys by what became of them; one that is nowhere was overtaken by someone else. */
export interface Written {
  released: string[];
  asked: string[];
  settled: string[];
  checked: string[];
  waiting: string[];
  broken: Broken[];
}

type Write<V extends Verdict> = (tx: Tx, judged: readonly Judged<V>[]) => Promise<string[]>;

/** One guarded statement per kind of verdict, each in a transaction of its own. */
export async function writeVerdicts(judged: readonly Judged[], runId: string): Promise<Written> {
  const broken: Broken[] = [];
  const releaseAndNudge: Write<ReleaseVerdict> = async (tx, rows) => {
    const keys = await release(tx, rows, runId);
    await enqueueNudges(tx, keys);
    return keys;
  };
  return {
    released: await writeOrSplit(judged.filter(isRelease), releaseAndNudge, broken),
    asked: await writeOrSplit(judged.filter(isAsk), (tx, rows) => askPeople(tx, rows, runId), broken),
    settled: await writeOrSplit(judged.filter(isSettle), (tx, rows) => settleLate(tx, rows, runId), broken),
    checked: await writeOrSplit(judged.filter(isCheck), (tx, rows) => scheduleChecks(tx, rows, runId), broken),
    waiting: await writeOrSplit(judged.filter(isWait), wait, broken),
    broken,
  };
}

const isRelease = (one: Judged): one is Judged<ReleaseVerdict> => one.verdict.verdict === "release";
const isAsk = (one: Judged): one is Judged<AskVerdict> => one.verdict.verdict === "ask";
const isSettle = (one: Judged): one is Judged<SettleVerdict> => one.verdict.verdict === "settle";
const isCheck = (one: Judged): one is Judged<CheckVerdict> => one.verdict.verdict === "check";
const isWait = (one: Judged): one is Judged<WaitVerdict> => one.verdict.verdict === "wait";

/** A row that the database refuses (an adopted table may have rules of its own) must not stop the rest of its batch, nor one whose review someone holds. */
async function writeOrSplit<V extends Verdict>(
  judged: readonly Judged<V>[],
  write: Write<V>,
  broken: Broken[],
): Promise<string[]> {
  const [first] = judged;
  if (first === undefined) return [];
  try {
    return await impatientTransaction((tx) => write(tx, judged));
  } catch (error) {
    if (!isRefusal(error) && !isLocked(error)) throw error;
    if (judged.length === 1) {
      broken.push({ row: first.row, error });
      return [];
    }
    const middle = Math.ceil(judged.length / 2);
    const before = await writeOrSplit(judged.slice(0, middle), write, broken);
    return [...before, ...(await writeOrSplit(judged.slice(middle), write, broken))];
  }
}
