import { randomUUID } from "node:crypto";
import { messageOf } from "../attempt/describe-error.ts";
import type { HowToAttempt } from "../attempt/open-attempt.ts";
import { retryStatement } from "../attempt/retry-statement.ts";
import { errorCode } from "../db/pg-db.ts";
import {
  DismissedError,
  HeldError,
  InFlightError,
  NotClaimedError,
  OnceError,
  PayloadMismatchError,
  StepTakenError,
} from "../errors.ts";
import type { ActionState, Rule } from "../sql/action-state.ts";
import { claimNew, type NewClaim } from "../sql/claim-new.ts";
import { type Claim, claimReleased } from "../sql/claim-released.ts";
import { holdIntent } from "../sql/hold-intent.ts";
import { readAction, readStepOwner } from "../sql/read-action.ts";
import { recordStepTaken } from "../sql/record-step-taken.ts";
import type { ActionLogDb } from "../types.ts";

const LOCK_NOT_AVAILABLE = "55P03";
/** A claim that meets a race asks again; each round needs another's commit in between. */
const ROUNDS = 10;
/** How long a claim is repeated while the database does not answer. */
export const CLAIM_LIMIT_MS = 10_000;
const SHORTEST_RETRY_MS = 1_000;
const PAUSED_RETRY_MS = 60_000;
/** Where nothing will tell the worker of a decision, it has to ask. */
const UNNUDGED_RETRY_MS = 300_000;

/** Either the right to execute, or the stored result of an action that has succeeded. */
export type ClaimOutcome = { claim: Claim } | { result: string | null };

export interface Intended extends Omit<NewClaim, "token">, HowToAttempt {
  /** Where the caller repeats its claim itself: its own, the same each time. */
  token?: string;
  /** What to do when the step is another key's; "use-stored" needs the same kind and target. */
  onStepTaken: "refuse" | "use-stored";
}

type Wanted = Intended & NewClaim;

/**
 * Claims an action, or says what a second call gets. The token is kept over all rounds, so that a statement whose
 * answer was lost finds its own claim.
 */
export async function claimAction(db: ActionLogDb, intended: Intended): Promise<ClaimOutcome> {
  const wanted: Wanted = { ...intended, token: intended.token ?? randomUUID() };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { rule, state } = await repeat(() => claimNew(db, wanted));
      const outcome = state === null ? await holdOrWait(db, wanted, rule) : await answer(db, wanted, state, []);
      if (outcome !== null) return outcome;
    }
  } catch (error) {
    throw notClaimed(wanted, error);
  }
  throw new InFlightError(`action ${short(wanted.key)} is being changed by others`, {
    key: wanted.key,
    retryAfterMs: SHORTEST_RETRY_MS,
  });
}

/** A refusal as it is; a fault of the database with its disposition. */
function notClaimed(wanted: Wanted, error: unknown): unknown {
  if (error instanceof OnceError || error instanceof TypeError) return error;
  return new NotClaimedError(`action ${short(wanted.key)} could not be claimed: ${messageOf(error)}`, {
    key: wanted.key,
    retryAfterMs: SHORTEST_RETRY_MS,
    cause: error,
  });
}

/** The stored result of an action whose claim was lost meanwhile, as JSON text. */
export async function readResult(db: ActionLogDb, key: string): Promise<string | null> {
  const state = await readAction(db, key, null);
  if (state?.status === "succeeded") return state.result;
  throw new InFlightError(`action ${short(key)} was taken over while it ran`, {
    key,
    retryAfterMs: Math.max(state?.dueInMs ?? 0, SHORTEST_RETRY_MS),
  });
}

/** Null: ask again, someone was quicker. */
async function answer(
  db: ActionLogDb,
  wanted: Wanted,
  state: ActionState,
  seen: string[],
): Promise<ClaimOutcome | null> {
  if (state.status === "succeeded") {
    refuseOtherPayload(wanted, state, seen);
    return { result: state.result };
  }
  if (state.replacedBy !== null && !seen.includes(state.replacedBy)) {
    const replacing = await readAction(db, state.replacedBy, wanted.token);
    return replacing === null ? null : answer(db, wanted, replacing, [...seen, state.key]);
  }
  refuseOtherPayload(wanted, state, seen);
  if (state.mine) return { claim: claimOf(state, wanted.token, state.payload ?? wanted.payload) };
  if (state.status === "released" && !state.lapsed && !state.rule.paused && state.dueInMs <= 0) {
    const claim = await repeat(() => claimReleased(db, state.key, wanted));
    return claim === null ? null : { claim };
  }
  throw refusal(state);
}

/** A replacing action's bytes are meant to differ from the caller's. */
function refuseOtherPayload(wanted: Wanted, state: ActionState, seen: string[]): void {
  if (seen.length > 0 || wanted.payloadHash === null || state.payloadHash === null) return;
  if (wanted.payloadHash !== state.payloadHash) {
    throw new PayloadMismatchError(
      `action ${short(state.key)} was claimed with another payload: ${short(state.payloadHash)}, not ${short(wanted.payloadHash)}`,
      { key: state.key },
    );
  }
}

/** No action under the key: its step is taken, its kind is gated or paused, or another's commit is under way. */
async function holdOrWait(db: ActionLogDb, wanted: Wanted, rule: Rule): Promise<ClaimOutcome | null> {
  const owner = wanted.step === null ? null : await readStepOwner(db, wanted.runId, wanted.step);
  if (owner !== null && owner.key !== wanted.key) {
    const same = owner.kind === wanted.kind && owner.target === wanted.target;
    if (wanted.onStepTaken === "use-stored" && same) return answer(db, wanted, owner, [wanted.key]);
    await recordStepTaken(db, owner.key, wanted.key, wanted.worker);
    throw new StepTakenError(
      `step ${wanted.step} of run ${wanted.runId} is taken by action ${short(owner.key)}: the plan no longer matches the stored one`,
      { key: owner.key },
    );
  }
  if (rule.gate !== "never") {
    if (wanted.payload === null) {
      throw new TypeError(`payload: kind ${wanted.kind} is signed before it is sent; use perform`);
    }
    await repeat(() => holdIntent(db, wanted));
  } else if (rule.paused) {
    throw paused(wanted.kind);
  }
  return null;
}

function refusal(state: ActionState): Error {
  const detail = { key: state.key, retryAfterMs: Math.max(state.dueInMs, SHORTEST_RETRY_MS) };
  const name = `action ${short(state.key)}`;
  switch (state.status) {
    case "in_flight":
      return new InFlightError(`${name} is in flight`, detail);
    case "released":
      if (state.lapsed) return held(`${name} was released and not picked up in time`, state);
      if (state.rule.paused) return paused(state.kind);
      return new InFlightError(`${name} is released and may not be claimed yet`, detail);
    case "failed":
      if (state.judgementDue) return new InFlightError(`${name} is being looked into`, detail);
      return held(`${name} waits for a person`, state);
    case "held":
      return held(`${name} waits for its sign-off`, state);
    case "dismissed":
      return new DismissedError(`${name} was dismissed`, { key: state.key });
    default:
      return held(`${name} has the unknown status "${state.status}"`, state);
  }
}

function paused(kind: string): InFlightError {
  return new InFlightError(`kind ${kind} is paused`, { retryAfterMs: PAUSED_RETRY_MS });
}

function held(message: string, state: ActionState): HeldError {
  const retryAfterMs = state.rule.nudge === "none" ? UNNUDGED_RETRY_MS : undefined;
  return new HeldError(message, { key: state.key, retryAfterMs });
}

export function claimOf(state: ActionState, token: string, payload: string | null): Claim {
  const { key, attempt, payloadHash, budgetMs } = state;
  return { key, attempt, token, payload, payloadHash, budgetMs };
}

/** Repeats a claiming statement over lost answers: it finds its own claim by the token. */
async function repeat<T>(statement: () => Promise<T>): Promise<T> {
  return retryStatement(async () => {
    try {
      return await statement();
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new InFlightError("the action is being claimed by another", {
        retryAfterMs: SHORTEST_RETRY_MS,
        cause: error,
      });
    }
  }, CLAIM_LIMIT_MS);
}

/** On screens and in messages an action is named by the first ten digits of its key. */
export function short(key: string): string {
  return key.slice(0, 10);
}
