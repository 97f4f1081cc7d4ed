/** What `judge` reads of an action whose attempt is over, or past its time. */
export interface JudgedAction {
  kind: string;
  /** `in_flight` means: past its time. Any word that is not ours: an adopted row. */
  status: string;
  attempt: number;
  hasPayload: boolean;
  twoPhase: boolean;
  effectStarted: boolean;
  /** Null on a failed row: a seven-column worker wrote it. */
  failure: "did_not_happen" | "may_have_happened" | null;
  /** The worker said that trying again is pointless. */
  permanent: boolean;
  doubts: number;
  /** Null where it cannot be known. */
  firstAttemptedAt: Date | null;
  releaseReason: string | null;
  releaseExpiresAt: Date | null;
  /** An earlier attempt reported that it landed. */
  lateAttempt: number | null;
  /** A version that this one replaces is known to have landed. */
  predecessorLanded: boolean;
  /** A person has signed a send of these bytes. */
  signed: boolean;
}

/** How the newest attempt ended, where nobody has recorded it yet. */
export type UnrecordedEnd = "not_started" | "may_have_happened";

export type AskCause =
  | "foreign_status"
  | "no_policy"
  | "broken_policy"
  | "stale"
  | "failed_in_doubt"
  | "failed_for_good"
  | "no_payload"
  | "never_signed"
  | "attempts_used"
  | "window_over"
  | "backoff_too_long"
  | "no_check"
  | "checks_used"
  | "predecessor_landed";

export type AutomaticRelease = "retry" | "not_started" | "definite_failure" | "absent";

export interface ReleaseVerdict {
  verdict: "release";
  ended: UnrecordedEnd | null;
  /** `approval`: the signed request stands, its attempt never began. */
  reason: AutomaticRelease | "approval";
  claimableAt: Date;
  expiresAt: Date;
}

export interface AskVerdict {
  verdict: "ask";
  ended: UnrecordedEnd | null;
  cause: AskCause;
  reason: string;
}

/** An earlier attempt is known to have landed: the action ends succeeded. */
export interface SettleVerdict {
  verdict: "settle";
  ended: UnrecordedEnd | null;
}

/** Nobody but the provider knows: it is asked once all doubtful attempts are over and the quiet time is too. */
export interface CheckVerdict {
  verdict: "check";
  ended: UnrecordedEnd | null;
  quietSeconds: number;
}

export interface WaitVerdict {
  verdict: "wait";
  until: Date;
}

export type Verdict = ReleaseVerdict | AskVerdict | SettleVerdict | CheckVerdict | WaitVerdict;
