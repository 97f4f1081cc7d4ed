import { NotExecuted } from "../errors.ts";
import { failedToConnect } from "./failed-to-connect.ts";

/**
 * How far a request got, each phase named after what was reached. `connecting`: no connection stood, so nothing
 * had left. `requested`: handed to the network, and no answer came. `answered`: the server sent a status.
 */
export type HttpPhase = "connecting" | "requested" | "answered";

/** The attempt ended without an answer that proves anything: the provider may have done it. */
export class HttpDoubtError extends Error {
  readonly phase: HttpPhase | undefined;
  /** The status of an answer that proves nothing, like 502. */
  readonly status: number | undefined;
  /** The status as text, or the transport's own code, like `ECONNRESET`. */
  readonly code: string | undefined;

  constructor(
    message: string,
    options: { phase?: HttpPhase | undefined; status?: number | undefined; code?: string | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HttpDoubtError";
    this.phase = options.phase;
    this.status = options.status;
    this.code = options.code;
  }
}

/**
 * The statuses that the standard defines as a refusal of the request before it is acted on. 406 is not among
 * them, because many servers find out after acting that they cannot word the answer.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */
export const HTTP_REFUSALS: readonly number[] = [
  400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423, 426, 428, 431, 451,
];

export interface HttpClassification {
  /**
   * The 4xx by which this provider says that it did nothing, as its documentation has it; in place of
   * {@link HTTP_REFUSALS}. Add 429 only where the provider says that it limits before it acts:
   * `[...HTTP_REFUSALS, 429]`. 408, 409 and 425 are never proof: another delivery of the same may be under way.
   */
  refusals?: readonly number[];
}

/**
 * Turns an error of an HTTP client into proof that nothing happened, or into doubt. Proof is either that no
 * connection was made (the name not found, refused, timed out while connecting, a certificate not trusted), or
 * an answer that says no. Redirects, 5xx, resets, aborts and everything unknown are doubt.
 *
 * Reads what `fetch` throws, and the `status` or `statusCode` of a response or of an SDK's error. The SDK's own
 * retries must be off: their last error says nothing about their first.
 *
 * @param error What was thrown.
 * @param options `phase`: how far the request is known to have got.
 * @throws TypeError naming `refusals` if it lists a status that is never proof.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15
 */
export function classifyHttpError(
  error: unknown,
  options: HttpClassification & { phase?: HttpPhase | undefined } = {},
): NotExecuted | HttpDoubtError {
  const refusals = requireRefusals(options.refusals);
  const message = error instanceof Error ? messageOf(error) : String(error);
  const status = statusOf(error);
  if (status !== undefined) {
    const [code, phase] = [String(status), "answered"] as const;
    if (!refusals.includes(status)) return new HttpDoubtError(message, { phase, status, code, cause: error });
    return new NotExecuted(message, { permanent: status !== TOO_MANY_REQUESTS, phase, code, cause: error });
  }
  const code = codeOf(error);
  if (options.phase === "connecting" || (options.phase === undefined && failedToConnect(error))) {
    return new NotExecuted(message, { phase: "connecting", cause: error, ...(code !== undefined && { code }) });
  }
  return new HttpDoubtError(message, { phase: options.phase, code, cause: error });
}

const TOO_MANY_REQUESTS = 429;
const NEVER_PROOF = [408, 409, 425];

export function requireRefusals(refusals: readonly number[] = HTTP_REFUSALS): readonly number[] {
  for (const status of refusals) {
    if (!Number.isInteger(status) || status < 400 || status > 499) {
      throw new TypeError(`refusals: ${String(status)} is not a 4xx status`);
    }
    if (NEVER_PROOF.includes(status)) {
      throw new TypeError(`refusals: ${status} is never proof that nothing happened`);
    }
  }
  return refusals;
}

/** fetch says "fetch failed", and why in the cause. */
function messageOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== ""
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

/** Of a response, an SDK's error, or the response that a client hung onto its error. */
function statusOf(error: unknown): number | undefined {
  for (const holder of [error, field(error, "response")]) {
    for (const status of [field(holder, "status"), field(holder, "statusCode")]) {
      if (typeof status === "number" && status >= 100) return status;
    }
  }
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  for (const layer of [error, field(error, "cause")]) {
    const code = field(layer, "code");
    if (typeof code === "string") return code;
  }
  return undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
