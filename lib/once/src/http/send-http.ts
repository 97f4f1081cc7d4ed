import { startTotalTime, type TotalTime } from "../attempt/total-time.ts";
import { NotExecuted, OnceError } from "../errors.ts";
import { requireTimeout } from "../intent/require-field.ts";
import type { EffectContext } from "../types.ts";
import { classifyHttpError, type HttpClassification, requireRefusals } from "./classify-http-error.ts";
import { failedToConnect, watchConnecting } from "./failed-to-connect.ts";
import { freezeRequest, type FrozenRequest, type HttpRequest } from "./http-request.ts";
import { readBody, type ReadBody } from "./read-body.ts";

export interface HttpOptions extends HttpClassification {
  /** For everything together, `begin()` included; the claim's own deadline shortens it. In milliseconds, default 60,000. */
  totalTimeoutMs?: number;
  /** How much of an answer's body is kept. In bytes, default 262,144, at most 1,048,576. */
  maxResponseBytes?: number;
  /** The header that carries the action's key. Default `Idempotency-Key`. */
  keyHeader?: string;
}

/** What is stored as the action's result. */
export interface HttpReceipt {
  /** 200 to 299. */
  status: number;
  /** The `Location` of what was made, where the provider says it. */
  location: string | null;
  /** Parsed where its type is JSON, else text; `null` where it was empty or is not known. */
  body: unknown;
  /** Why the body is not known: too large, broken off, not what its type says. It happened all the same. */
  bodyOmitted: string | null;
}

const TOTAL_TIMEOUT_MS = 60_000;
const RESPONSE_BYTES = 262_144;
const RESPONSE_BYTES_LIMIT = 1_048_576;

/**
 * Sends one HTTP request, once, over the global `fetch`, with the action's key as its `Idempotency-Key`.
 * Two-phase: `begin()` is awaited before the request may leave. Redirects are not followed, because a 307 would
 * send twice, and the body is a stream that can be read only once, so that nothing below can send it again.
 * Use with `twoPhase: true`.
 *
 * @example
 * actions.perform(intent, (context) => sendHttp(context, { url, json: context.payload }), { twoPhase: true })
 *
 * @throws NotExecuted with `phase`, `code`, `permanent`: proof that nothing happened.
 * @throws HttpDoubtError with `phase`, `status`: the provider may have done it.
 * @throws TypeError naming the field of a request that cannot be sent.
 * @throws ClaimLostError from `begin()`; nothing was sent.
 */
export async function sendHttp(
  context: EffectContext,
  request: HttpRequest,
  options: HttpOptions = {},
): Promise<HttpReceipt> {
  const frozen = freezeRequest(request, context.key, options.keyHeader);
  const refusals = requireRefusals(options.refusals);
  const limitBytes = requireResponseBytes(options.maxResponseBytes);
  const totalTimeoutMs = requireTimeout("totalTimeoutMs", options.totalTimeoutMs) ?? TOTAL_TIMEOUT_MS;
  const time = startTotalTime(context.signal, totalTimeoutMs);
  try {
    await beginInTime(context, time);
    const response = await exchange(frozen, time.signal);
    return receiptOf(response, await readBody(response, limitBytes), refusals);
  } finally {
    time.close();
  }
}

function receiptOf(response: Response, body: ReadBody, refusals: readonly number[]): HttpReceipt {
  if (!response.ok) throw classifyHttpError(new AnswerError(response, body), { refusals });
  const { status, headers } = response;
  return { status, location: headers.get("location"), body: body.value, bodyOmitted: body.omitted };
}

async function beginInTime(context: EffectContext, time: TotalTime): Promise<void> {
  if (time.isOver()) throw new NotExecuted("The time was over before begin(), so nothing was sent");
  try {
    await context.begin();
  } catch (error) {
    if (error instanceof OnceError) throw error;
    throw new NotExecuted("begin() failed, so nothing was sent", { cause: error });
  }
  if (time.isOver()) throw new NotExecuted("The time ran out while begin() committed, so nothing was sent");
}

async function exchange({ url, method, headers, body }: FrozenRequest, signal: AbortSignal): Promise<Response> {
  const connecting = watchConnecting();
  // A stream has no source to start from again: given the bytes, fetch itself sends twice when it is answered 421.
  const once = { body: new Blob([body]).stream(), duplex: "half" } as const;
  try {
    return await fetch(url, { method, headers, ...once, redirect: "manual", signal });
  } catch (error) {
    if (signal.aborted) throw classifyHttpError(new TimeOverError(signal.reason), { phase: "requested" });
    const cause = error instanceof Error ? error.cause : undefined;
    const connected = !connecting.saw(cause) && !failedToConnect(error);
    throw classifyHttpError(error, { phase: connected ? "requested" : "connecting" });
  } finally {
    connecting.stop();
  }
}

const EXCERPT_LENGTH = 300;

/** An answer that is no success; its body often says why. */
class AnswerError extends Error {
  readonly status: number;

  constructor({ status, statusText }: Response, { value }: ReadBody) {
    const said = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
    super([`${status} ${statusText}`.trim(), said.slice(0, EXCERPT_LENGTH).trim()].filter(Boolean).join(": "));
    this.name = "AnswerError";
    this.status = status;
  }
}

class TimeOverError extends Error {
  readonly code = "EABORT";

  constructor(reason: unknown) {
    super("The time for this attempt is over", { cause: reason });
    this.name = "TimeOverError";
  }
}

function requireResponseBytes(value: number = RESPONSE_BYTES): number {
  if (!Number.isInteger(value) || value < 1 || value > RESPONSE_BYTES_LIMIT) {
    throw new TypeError(`maxResponseBytes: must be an integer from 1 to ${RESPONSE_BYTES_LIMIT}`);
  }
  return value;
}
