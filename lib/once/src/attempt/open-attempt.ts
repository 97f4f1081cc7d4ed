import { short } from "../claim/claim-action.ts";
import { ClaimLostError, NotExecuted } from "../errors.ts";
import { sha256 } from "../intent/action-key.ts";
import { beginEffect } from "../sql/begin-effect.ts";
import type { Claim } from "../sql/claim-released.ts";
import { recordHeartbeat } from "../sql/heartbeat.ts";
import type { ActionLogDb, EffectContext, Veto } from "../types.ts";
import { startClock } from "./start-clock.ts";

const LONGEST_TIMER_MS = 2_147_483_647;

/** How an attempt is made, from the caller's options. */
export interface HowToAttempt {
  timeoutMs: number | null;
  twoPhase: boolean;
  heartbeatMs: number | null;
  veto: Veto | undefined;
}

/** An attempt under way: what its effect is handed, and what is to be known when it ends. */
export interface Attempt {
  context: EffectContext;
  /** `begin()` was granted: before that nothing can have happened, also if its answer was lost. */
  begun(): boolean;
  close(): void;
}

/**
 * Opens an attempt for its effect.
 * @throws NotExecuted when the stored bytes are not those of the intent.
 */
export function openAttempt(db: ActionLogDb, claim: Claim, how: HowToAttempt): Attempt {
  const payload = readPayload(claim);
  const controller = new AbortController();
  const elapsedMs = startClock();
  const timeLeftMs = () => claim.budgetMs - elapsedMs();
  let begun = false;
  let closed = false;

  const lose = (why: string): ClaimLostError => {
    const lost = new ClaimLostError(`action ${short(claim.key)}: ${why}`, { key: claim.key });
    controller.abort(lost);
    return lost;
  };
  const heartbeat = async (): Promise<void> => {
    const answer = await recordHeartbeat(db, claim);
    if (answer === "lost") throw lose("it was taken over, or its deadline has passed");
    if (answer === "landed") lose("an earlier attempt has landed");
  };
  const begin = async (): Promise<void> => {
    await refuseVetoed(how, { key: claim.key, attempt: claim.attempt, payload });
    if (!(await beginEffect(db, claim))) throw lose("it was taken over, or too little of its time is left");
    // An effect that gave up meanwhile has been recorded as never begun: what it left running must not go on.
    if (closed) throw lose("its attempt has ended");
    // A process that slept here must not go on with an effect that others may be deciding about.
    if (timeLeftMs() <= 0) throw lose("its deadline has passed");
    begun = true;
  };

  const deadline = setTimeout(
    () => lose("its deadline has passed"),
    Math.min(Math.max(claim.budgetMs, 0), LONGEST_TIMER_MS),
  );
  const beats = how.heartbeatMs === null ? undefined : startHeartbeats(heartbeat, how.heartbeatMs);
  deadline.unref();
  return {
    context: { key: claim.key, attempt: claim.attempt, payload, signal: controller.signal, begin, heartbeat },
    begun: () => begun,
    close() {
      closed = true;
      clearTimeout(deadline);
      clearInterval(beats);
    },
  };
}

/** Asks whether the reason for the effect still stands; in one phase before the effect runs, in two in `begin()`. */
export async function refuseVetoed({ veto }: HowToAttempt, action: Parameters<Veto>[0]): Promise<void> {
  const { key, attempt, payload } = action;
  const reason = await veto?.({ key, attempt, payload });
  if (reason !== undefined) throw new NotExecuted(`vetoed: ${reason}`, { permanent: true });
}

/** The bytes handed to the effect are those whose hash was signed, or the effect does not run. */
export function readPayload({ payload, payloadHash }: Claim): unknown {
  if (payload === null) return undefined;
  if (sha256(payload) !== payloadHash) {
    throw new NotExecuted("the stored payload no longer has the hash of its intent", { permanent: true });
  }
  return JSON.parse(payload);
}

/** On the event loop of the effect, so that one that is blocked misses them; the loss aborts the signal. */
function startHeartbeats(heartbeat: () => Promise<void>, everyMs: number): NodeJS.Timeout {
  return setInterval(() => void heartbeat().catch(() => {}), everyMs).unref();
}
