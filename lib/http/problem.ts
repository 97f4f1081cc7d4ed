import { isUnreachable } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/** The one mapper from errors to answers (RFC 9457). An error that is not ours is logged here, once, and never quoted. */
export function problemResponse(error: unknown, requestId: string): Response {
  const known = error instanceof AppError ? error : translate(error);
  if (known.status >= 500) log.error({ err: error, code: known.code }, known.title);
  const body = {
    type: `urn:notwice:problem:${known.code}`,
    title: known.title,
    status: known.status,
    code: known.code,
    detail: known.message,
    requestId,
    ...known.facts,
  };
  return new Response(JSON.stringify(body), { status: known.status, headers: problemHeaders(known, requestId) });
}

function problemHeaders(error: AppError, requestId: string): Headers {
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    [REQUEST_ID_HEADER]: requestId,
  });
  const retryAfter = error.facts.retryAfterSeconds ?? error.facts.retryAfter;
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  if (error.status === 401) headers.set("www-authenticate", 'Bearer realm="notwice"');
  return headers;
}

function translate(error: unknown): AppError {
  if (isUnreachable(error)) {
    const sentence = "The database did not answer. It is not known whether anything was changed.";
    return new AppError("unavailable", sentence, { retryAfterSeconds: 5 });
  }
  return new AppError("internal", "The request could not be completed. The request id finds it in the log.");
}
