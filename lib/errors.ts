const ERROR_CODES = {
  malformed_request: { status: 400, title: "The request cannot be read" },
  unauthenticated: { status: 401, title: "Sign in first" },
  forbidden: { status: 403, title: "Not allowed" },
  own_request: { status: 403, title: "Who asked may not sign" },
  cross_origin: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "Not found" },
  in_flight: { status: 409, title: "Someone else has the claim" },
  claim_lost: { status: 409, title: "The claim is no longer yours" },
  step_taken: { status: 409, title: "The step of the run is another action's" },
  action_failed: { status: 409, title: "The attempt ended without success" },
  decided_otherwise: { status: 409, title: "Someone else decided first" },
  request_pending: { status: 409, title: "A request is already pending" },
  illegal_transition: { status: 409, title: "Not possible in this state" },
  dismissed: { status: 410, title: "The action was dismissed" },
  expired: { status: 410, title: "The request expired" },
  superseded: { status: 410, title: "The request was superseded" },
  changed_since_seen: { status: 412, title: "This is not what you were looking at" },
  too_large: { status: 413, title: "The request is too large" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  invalid_input: { status: 422, title: "The input is not valid" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key belongs to another decision" },
  payload_mismatch: { status: 422, title: "The key was claimed with another payload" },
  held: { status: 423, title: "A person has to decide" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "Not available right now" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a constant are its keys
export const ERROR_WORDS = Object.keys(ERROR_CODES) as ErrorCode[];

export type InputIssue = { field: string; message: string };

/** What a refusal can say in a form a program can read. Never a payload, a target or a secret. */
export type ErrorFacts = Readonly<{
  /** Name of the person or machine that was first, and when (ISO 8601). */
  by?: string | undefined;
  at?: string | undefined;
  /** Why, in the words of whoever was first. */
  reason?: string | undefined;
  field?: string | undefined;
  issues?: readonly InputIssue[] | undefined;
  state?: string | undefined;
  decision?: string | undefined;
  version?: number | undefined;
  retryAfterSeconds?: number | undefined;
  /** What the library would have thrown, for a worker in another language; `retryAfter` in seconds. */
  error?: string | undefined;
  key?: string | undefined;
  disposition?: string | undefined;
  retryAfter?: number | undefined;
  failure?: string | undefined;
}>;

/** The one error that crosses a boundary: `message` is a sentence for the person who reads the answer. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get title(): string {
    return ERROR_CODES[this.code].title;
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** One sentence for both, so that a guess at an id tells nothing. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found, or not visible to you.");
}

export function keyReused(): AppError {
  return new AppError("idempotency_key_reused", "This Idempotency-Key belongs to another decision of yours.");
}

/** For what cannot happen unless our own code is wrong. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${message}`);
}
