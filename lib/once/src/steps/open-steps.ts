import { readPayload } from "../attempt/open-attempt.ts";
import { recordFailure, recordSuccess } from "../attempt/record-outcome.ts";
import { claimAction, claimOf, short } from "../claim/claim-action.ts";
import type { PgPool, Prepare } from "../db/pg-db.ts";
import { checkedDb, requireDb } from "../db/require-db.ts";
import { ClaimLostError, NotExecuted } from "../errors.ts";
import { readBareKey, readIntent } from "../intent/read-intent.ts";
import { requireAttempt } from "../intent/require-attempt.ts";
import { requireToken, requireWord } from "../intent/require-field.ts";
import { beginEffect } from "../sql/begin-effect.ts";
import { type Claim, claimNextReleased, type Held } from "../sql/claim-released.ts";
import { recordHeartbeat } from "../sql/heartbeat.ts";
import { isAttemptOf, readClaimed } from "../sql/read-action.ts";
import type { ActionLogDb, AttemptOptions, Intent, PerformOptions } from "../types.ts";

const RECORD_LIMIT_MS = 5_000;

/** Where the action log is. */
export interface StepsOptions {
  /** A `pg` Pool or an adapter; never a client that could be inside a transaction. */
  db: PgPool | ActionLogDb;
  /** Prepared statements by name (default "auto": until a pooler refuses them). */
  prepare?: Prepare;
  /** How long an outcome is offered to a database that does not answer, in milliseconds. Default 5,000. */
  recordLimitMs?: number;
}

/** An attempt as its holder gets it: everything that a later step needs. */
export interface ClaimedAction extends Held {
  /** The stored payload, its hash checked; `undefined` for an action claimed by key alone. */
  payload: unknown;
  payloadHash: string | null;
  /** Time left of the attempt when the claim was answered. */
  timeLeftMs: number;
}

/** Who claims, and how the attempt is made. */
export interface ClaimOptions extends Omit<AttemptOptions, "veto"> {
  /** A UUID made by whoever will hold the claim: a new one for each, the same when an answer was lost. */
  token: string;
  worker: string;
}

/** Either the right to execute, or the stored result of an action that has succeeded, as JSON text. */
export type StepOutcome = { claimed: ClaimedAction } | { result: string | null };

/** The steps of an attempt one by one, for a holder who lives in another process. */
export interface Steps {
  /**
   * Claims an intent, or an action by its key alone.
   * @throws what `perform` throws: what a second call gets, TypeError naming the field of bad input.
   */
  claim(
    of: Intent | { key: string; runId: string; kind: string },
    options: ClaimOptions & Pick<PerformOptions, "onStepTaken">,
  ): Promise<StepOutcome>;
  /** Claims the released action of a kind that has waited longest; null where none may be claimed. */
  claimReleased(kind: string, options: ClaimOptions): Promise<ClaimedAction | null>;
  /** What claims of releases with this token took, and whose holder has not begun: their answer was lost. */
  findClaimed(kind: string, token: string): Promise<ClaimedAction[]>;
  /** Marks the point of no return. @throws ClaimLostError when the claim or too much of its time is gone. */
  begin(held: Held): Promise<void>;
  /** `landed`: an earlier attempt has reported success, so stop. @throws ClaimLostError when the claim is lost. */
  heartbeat(held: Held): Promise<"held" | "landed">;
  /** Whether such an attempt was ever claimed: one that was not has nothing to report. */
  knows(held: Held): Promise<boolean>;
  /** Records success, late too. @returns the stored result as JSON text. */
  succeed(held: Held, result: unknown, worker: string): Promise<string | null>;
  /**
   * Records a failure: a {@link NotExecuted} is proof that nothing happened, anything else is doubt.
   * @returns the stored result where an earlier attempt has landed meanwhile.
   * @throws ActionFailedError once it is recorded; ClaimLostError when it came too late.
   */
  fail(held: Held, thrown: Error, worker: string): Promise<string | null>;
}

/** Opens the steps; opens no connection by itself. @throws TypeError naming `db`. */
export function openSteps(options: StepsOptions): Steps {
  const db = checkedDb(requireDb(options.db, options.prepare ?? "auto"));
  const { recordLimitMs = RECORD_LIMIT_MS } = options;

  const ended = (held: Held, worker: string) => ({ db, recordLimitMs, worker, claim: { ...held, budgetMs: 0 } });
  /** Bytes that are not those of the intent are a failure of the attempt, and never handed out. */
  const handOut = async (claim: Claim, worker: string): Promise<ClaimedAction> => {
    const { key, attempt, token, payloadHash, budgetMs } = claim;
    try {
      return { key, attempt, token, payload: readPayload(claim), payloadHash, timeLeftMs: Math.floor(budgetMs) };
    } catch (thrown) {
      await recordFailure(ended(claim, worker), thrown, true);
      throw lost(claim, "an earlier attempt has landed");
    }
  };

  return {
    async claim(of, { onStepTaken = "refuse", ...given }) {
      const fields = "key" in of ? readBareKey(of.key, of) : readIntent(of);
      const outcome = await claimAction(db, { ...fields, ...readOptions(given), onStepTaken });
      return "claim" in outcome ? { claimed: await handOut(outcome.claim, given.worker) } : outcome;
    },
    async claimReleased(kind, given) {
      const claim = await claimNextReleased(db, requireWord("kind", kind), readOptions(given));
      return claim === null ? null : handOut(claim, given.worker);
    },
    async findClaimed(kind, token) {
      const states = await readClaimed(db, requireWord("kind", kind), requireToken("token", token));
      return Promise.all(states.map((state) => handOut(claimOf(state, token, state.payload), "")));
    },
    async begin(held) {
      if (!(await beginEffect(db, held))) throw lost(held, "it was taken over, or too little of its time is left");
    },
    async heartbeat(held) {
      const answer = await recordHeartbeat(db, held);
      if (answer === "lost") throw lost(held, "it was taken over, or its deadline has passed");
      return answer;
    },
    knows: (held) => isAttemptOf(db, held),
    succeed: (held, result, worker) => recordSuccess(ended(held, worker), result),
    fail: (held, thrown, worker) => recordFailure(ended(held, worker), thrown, thrown instanceof NotExecuted),
  };
}

function readOptions({ token, worker, ...attempt }: ClaimOptions) {
  return { token: requireToken("token", token), worker: requireWord("worker", worker), ...requireAttempt(attempt) };
}

function lost({ key }: Held, why: string): ClaimLostError {
  return new ClaimLostError(`action ${short(key)}: ${why}`, { key });
}
