/** A JSON value as `JSON.parse` returns it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What is known about an ended attempt: proof that nothing happened, or none. */
export type Failure = "did_not_happen" | "may_have_happened";

/**
 * What a job queue should do with the job whose call threw:
 * deliver it again later, set it aside until a person decided, or forget it.
 */
export type Disposition = "retry" | "park" | "drop";

/** One statement, with a name that is stable for its text, for drivers that prepare by name. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * The database, as the library needs it: each statement runs and commits by itself, on the primary,
 * read committed. Made by an adapter; {@link openActionLog} wraps a `pg` Pool itself.
 */
export interface ActionLogDb {
  /** The adapter's name, which also tells it from a driver's own client. */
  readonly adapter: string;
  query(statement: Statement): Promise<Record<string, unknown>[]>;
  /** Listens on a channel of its own connection until closed; `ended` tells that the connection was lost. */
  listen?(channel: string, on: { notified(): void; ended(): void }): Promise<() => void>;
}

/** What the effect is handed. Everything it needs is here; `payload` is the stored one. */
export interface EffectContext {
  /** The action's key: pass it to the provider as its idempotency key. */
  readonly key: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The stored payload, parsed; `undefined` for an action claimed by key alone. */
  readonly payload: unknown;
  /** Aborts at the claim's deadline and when the claim is lost. */
  readonly signal: AbortSignal;
  /**
   * Marks the point of no return (with `twoPhase: true`): until it has committed the attempt is harmless.
   * @throws ClaimLostError when the claim was taken over or less than a tenth of its time is left.
   */
  begin(): Promise<void>;
  /** Says the worker lives. Never moves the deadline. @throws ClaimLostError when the claim is lost. */
  heartbeat(): Promise<void>;
}

/** The effect: the smallest unit of work with something to show outside. */
export type Effect<T> = (context: EffectContext) => Promise<T> | T;

/** One intended external effect, complete. */
export interface Intent {
  /** The run this belongs to; no white space. A new run is a new intent. */
  runId: string;
  /** Its place in the run: a non-negative integer. */
  step: number;
  /** The kind of action, which names its policy; no white space. */
  kind: string;
  /** Who or what it is aimed at: one recipient, one account, one channel. */
  target: string;
  /** Everything the effect needs, as JSON; stored in its RFC 8785 form. */
  payload: unknown;
}

/** Says why an action must not happen any more (its recipient unsubscribed, its deal was lost), or nothing. */
export type Veto = (action: {
  key: string;
  attempt: number;
  payload: unknown;
}) => string | undefined | Promise<string | undefined>;

/** How one attempt is executed. */
export interface AttemptOptions {
  /** The effect marks its point of no return itself by awaiting `begin()`. Default false. */
  twoPhase?: boolean;
  /** Time for one attempt in milliseconds; bounded by the policy's `staleAfterSeconds`, which is the default. */
  timeoutMs?: number;
  /**
   * How often to say that the worker lives while the effect runs, in milliseconds, from the event loop that runs
   * it. Three missed ones make the attempt stale before its deadline. Default: no heartbeats.
   */
  heartbeatMs?: number;
  /** Asked when the effect is about to happen: a reason stops it, as proof that nothing happened. */
  veto?: Veto;
}

/** How an intent is performed. */
export interface PerformOptions extends AttemptOptions {
  /**
   * When the step of the run is another key's (a model worded the body anew): refuse with `StepTakenError`,
   * the default, or take the stored action's outcome if kind and target are equal.
   */
  onStepTaken?: "refuse" | "use-stored";
}
