import { randomUUID } from "node:crypto";
import { executeClaim } from "./attempt/execute-claim.ts";
import type { HowToAttempt } from "./attempt/open-attempt.ts";
import type { Holder } from "./attempt/record-outcome.ts";
import { retryStatement } from "./attempt/retry-statement.ts";
import { CLAIM_LIMIT_MS, claimOf } from "./claim/claim-action.ts";
import { type Bell, openBell } from "./db/bell.ts";
import { requireAttempt } from "./intent/require-attempt.ts";
import { requireCount, requireFunction, requireTimeout, requireWord } from "./intent/require-field.ts";
import { type Claim, claimNextReleased, type ReleasedClaim } from "./sql/claim-released.ts";
import { readClaimed } from "./sql/read-action.ts";
import type { AttemptOptions, Effect } from "./types.ts";

const DEFAULT_POLL_MS = 5_000;

/** How released actions are worked off. */
export interface WorkOptions extends AttemptOptions {
  /** Ends the loop: nothing new is claimed, what runs is waited for. */
  signal: AbortSignal;
  /** How many actions run at once. Default 1. */
  concurrency?: number;
  /** How often to look, beside the notifications, in milliseconds. Default 5,000. */
  pollMs?: number;
  /** Told of each attempt that did not succeed, and of a database that does not answer. Default: a process warning. */
  onError?: (error: unknown) => void;
}

interface Worker extends Holder {
  handlers: Map<string, Effect<unknown>>;
  how: HowToAttempt;
  onError: (error: unknown) => void;
}

/** Claims and executes released actions until the signal aborts; resolves when what ran has ended. */
export async function workReleased(
  holder: Holder,
  handlers: Record<string, Effect<unknown>>,
  options: WorkOptions,
): Promise<void> {
  const worker: Worker = {
    ...holder,
    handlers: new Map(Object.entries(handlers)),
    how: requireAttempt(options),
    onError: tellSafely(options.onError ?? warn),
  };
  for (const [kind, handler] of worker.handlers) {
    requireFunction(`handlers.${requireWord("kind", kind)}`, handler);
  }
  const pollMs = requireTimeout("pollMs", options.pollMs) ?? DEFAULT_POLL_MS;
  const lanes = requireCount("concurrency", options.concurrency ?? 1);
  const bell = openBell(worker.db, options.signal, worker.onError);
  try {
    await Promise.all(Array.from({ length: lanes }, () => workLane(worker, bell, pollMs, options.signal)));
  } finally {
    bell.close();
  }
}

async function workLane(worker: Worker, bell: Bell, pollMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let worked = false;
    // Each kind once a round, so that a long backlog of one does not starve the others.
    for (const [kind, effect] of worker.handlers) {
      if (!signal.aborted && (await workOne(worker, kind, effect))) worked = true;
    }
    if (!worked) await bell.wait(pollMs);
  }
}

/** Whether an attempt was made; a claim that failed is waited out like an empty list. */
async function workOne(worker: Worker, kind: string, effect: Effect<unknown>): Promise<boolean> {
  let claim: Claim | null = null;
  try {
    claim = await claimNext(worker, kind);
    if (claim !== null) await executeClaim({ ...worker, claim, effect });
  } catch (error) {
    worker.onError(error);
  }
  return claim !== null;
}

/** A claim whose answer was lost is looked for by its token, lest it stay in flight with nobody at work. */
async function claimNext(worker: Worker, kind: string): Promise<Claim | null> {
  const { db, worker: name, how } = worker;
  const wanted: ReleasedClaim = { token: randomUUID(), worker: name, ...how };
  try {
    return await claimNextReleased(db, kind, wanted);
  } catch (error) {
    const [state] = await retryStatement(() => readClaimed(db, kind, wanted.token), CLAIM_LIMIT_MS);
    if (state === undefined) throw error;
    return claimOf(state, wanted.token, state.payload);
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** Whoever listens to errors must not end the loop by one of their own. */
function tellSafely(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      onError(error);
    } catch (thrown) {
      warn(thrown);
    }
  };
}
