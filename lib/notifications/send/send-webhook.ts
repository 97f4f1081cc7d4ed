import { assertPublicUrl, fetchPublic, ForbiddenAddressError } from "#lib/outbound/index.ts";
import { env, secretFromEnv } from "../../env.ts";
import type { Content } from "../compose/content.ts";
import type { Begin, Outcome } from "./outcome.ts";
import { renderSlack } from "./render-slack.ts";

const TIMEOUT_MS = 15_000;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const REQUEST_TIMEOUT = 408;
/** Node's words for: no connection was made, so nothing of the message has left. */
const NOT_CONNECTED =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** One post in Slack's format. A receiver that took it and did not say so would show it twice: doubt is not repeated. */
export async function sendWebhook(
  { urlEnv, content }: { urlEnv: string; content: Content },
  begin: Begin,
  timeoutMs: number,
): Promise<Outcome> {
  let url: string;
  try {
    url = secretFromEnv(urlEnv);
    assertPublicUrl(url);
  } catch (error) {
    return { outcome: "refused", reason: messageOf(error), isFinal: false, isDown: true };
  }
  const { BASE_URL, NOTWICE_ENV } = env();
  const body = renderSlack(content, { url: BASE_URL, name: NOTWICE_ENV === undefined ? "Notwice" : NOTWICE_ENV });
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Notwice",
  };
  await begin();
  const limitMs = Math.min(TIMEOUT_MS, timeoutMs);
  try {
    const answer = await fetchPublic({ url, method: "POST", headers, body, timeoutMs: limitMs, maxBodyBytes: 0 });
    return judgeStatus(answer.status);
  } catch (error) {
    return judgeError(error, limitMs);
  }
}

function judgeStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  const reason = `The receiver answered ${status}.`;
  const later = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  if (later || (status >= 300 && status < 500 && status !== REQUEST_TIMEOUT)) {
    return { outcome: "refused", reason, isFinal: !later, isDown: true };
  }
  return { outcome: "in_doubt", reason: `${reason} It may have been posted, and is not posted again.`, isDown: true };
}

function judgeError(error: unknown, limitMs: number): Outcome {
  const code = codeOf(error);
  if (error instanceof ForbiddenAddressError || NOT_CONNECTED.test(code)) {
    const reason = code === "" ? messageOf(error) : `No connection was made: ${code}.`;
    return { outcome: "refused", reason, isFinal: false, isDown: true };
  }
  const what =
    code === "ABORT_ERR" || isTimeout(error)
      ? `No answer within ${Math.round(limitMs / 1000)} s.`
      : `The call failed: ${code || "no answer"}.`;
  return { outcome: "in_doubt", reason: `${what} It may have been posted, and is not posted again.`, isDown: true };
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
