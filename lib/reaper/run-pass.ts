import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { startBudget, type StepTime } from "./budget.ts";
import { verifyDue } from "./checks/verify-due.ts";
import { passCountsSchema, type PassResult, STOP_REASONS, type StopReason } from "./contract.ts";
import { type JudgePorts, judgeRows } from "./judge-rows.ts";
import { sendNudges } from "./messages/send-nudges.ts";
import { tellDue } from "./messages/tell-due.ts";
import { sayError } from "./say-error.ts";
import { expireRequests } from "./sql/expire-requests.ts";
import { fetchForeign } from "./sql/fetch-foreign.ts";
import { fetchStale } from "./sql/fetch-stale.ts";
import { fetchUnjudged } from "./sql/fetch-unjudged.ts";
import { lapseReleases } from "./sql/lapse-releases.ts";
import { pruneRuns } from "./sql/upkeep/prune-runs.ts";
import { recordEnd, recordStart } from "./store.ts";
import { sweep } from "./sweep.ts";
import { startTally } from "./tally.ts";
import { sealAudit } from "./upkeep/seal-audit.ts";

const DEFAULT_LIMIT_ROWS = 100_000;
/** Platforms cut a cron call off after 60 s. */
const DEFAULT_DEADLINE_MS = 50_000;

export interface PassOptions {
  /** How many rows one step may change. */
  limit?: number;
  deadlineMs?: number;
  startedBy?: string;
  /** Of a pass whose start is recorded already. */
  runId?: string;
  /** Ends the pass after the batch it is at, as its deadline does. */
  signal?: AbortSignal;
}

type Step = (time: StepTime) => Promise<Exclude<StopReason, "error">>;

/**
 * One bounded pass. Safe beside any number of others and safe to kill anywhere: every batch is one transaction that
 * holds all that follows from it.
 */
export async function runPass(
  options: PassOptions = {},
  ports: JudgePorts = { readPolicies: readBindingPolicies, judge },
): Promise<PassResult> {
  const { limit = DEFAULT_LIMIT_ROWS, deadlineMs = DEFAULT_DEADLINE_MS, startedBy = "script", signal } = options;
  const budget = startBudget(deadlineMs, signal);
  const runId = options.runId ?? (await recordStart(startedBy));
  const counts = passCountsSchema.parse({});
  const tally = startTally();
  const problems: string[] = [];
  const judgeAll =
    (fetch: typeof fetchStale): Step =>
    (time) =>
      judgeRows({ fetch, runId, time, limit, ports, counts, tally, problems });
  const steps: Step[] = [
    (time) => sweep(expireRequests, { runId, time, limit, count: (rows) => (counts.expired += rows) }),
    (time) => sweep(lapseReleases, { runId, time, limit, count: (rows) => (counts.lapsed += rows) }),
    judgeAll(fetchForeign),
    judgeAll(fetchStale),
    judgeAll(fetchUnjudged),
    (time) => verifyDue({ runId, time, limit, ports, counts, tally, problems }),
    (time) => sendNudges({ time, limit, counts }),
    (time) => tellDue({ time, limit, counts }),
    (time) => sweep(pruneRuns, { runId, time, limit, count: (rows) => (counts.pruned += rows) }),
    (time) => sealAudit({ time, counts }),
  ];

  const stops: StopReason[] = [];
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      stops.push(await step(budget.step()));
    } catch (error) {
      // A step that cannot run must not keep the ones after it from theirs.
      stops.push("error");
      errors.push(error);
      problems.push(`A step failed: ${sayError(error)}.`);
    }
  }
  const stoppedBy = worst(stops);
  await recordEnd(runId, { counts, byKind: tally.byKind(), stoppedBy, error: problems[0] ?? null });
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, "the pass failed");
  return { ...counts, runId, stoppedBy };
}

function worst(stops: readonly StopReason[]): StopReason {
  return STOP_REASONS.findLast((reason) => stops.includes(reason)) ?? "done";
}
