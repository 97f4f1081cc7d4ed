import { fetchPublic, ForbiddenAddressError } from "#lib/outbound/index.ts";
import { secretFromEnv } from "../env.ts";
import { type Evidence, fillSecrets, type HttpRule } from "./contract.ts";
import { fillBody, fillUrl, UnaskableError, type VerifiedAction } from "./fill-template.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { matchAnswer } from "./match-answer.ts";
import { readPointer } from "./read-pointer.ts";
import type { Verification } from "./verify.ts";

const MAX_BODY_BYTES = 256 * 1024;
const EXCERPT_BYTES = 1024;
const MIN_SECRET_CHARS = 8;

/** Asks by the rule's one request. Whatever goes wrong says nothing of the effect. */
export async function askHttp(action: VerifiedAction, rule: HttpRule): Promise<Verification> {
  let status: number | undefined;
  try {
    const { headers, secrets } = fillHeaders(rule.headers);
    const response = await fetchPublic({
      ...requestOf(action, rule, headers),
      timeoutMs: rule.timeoutMs,
      maxBodyBytes: MAX_BODY_BYTES,
    });
    status = response.status;
    // Before anything else reads it: nothing that is kept can hold a secret then.
    const body = maskSecrets(response.body, secrets);
    const answered: Evidence = { status, ...(body !== "" && { excerpt: excerptOf(body) }) };
    if (response.truncated)
      return nothing({ ...answered, problem: `The answer is longer than ${MAX_BODY_BYTES} bytes.` });
    const document = parse(body);
    const { answer, matched, problem } = matchAnswer(rule, action.key, { status, document });
    const result =
      answer === "landed" && rule.landed.result !== undefined ? readPointer(document, rule.landed.result) : undefined;
    const evidence = { ...answered, ...(matched.length > 0 && { matched }), ...(problem !== undefined && { problem }) };
    return { answer, evidence, ...(result !== undefined && { result }) };
  } catch (error) {
    return nothing({ ...(status !== undefined && { status }), problem: say(error, rule.timeoutMs) });
  }
}

function nothing(evidence: Evidence): Verification {
  return { answer: "inconclusive", evidence };
}

function requestOf(action: VerifiedAction, rule: HttpRule, headers: Record<string, string>) {
  const { method } = rule;
  const url = fillUrl(rule.url, action);
  if (rule.body === undefined) return { url, method, headers };
  const body = JSON.stringify(fillBody(rule.body, action));
  const length = String(Buffer.byteLength(body));
  return { url, method, body, headers: { "content-type": "application/json", ...headers, "content-length": length } };
}

function fillHeaders(given: Readonly<Record<string, string>>): { headers: Record<string, string>; secrets: string[] } {
  const secrets: string[] = [];
  const secretOf = (name: string): string => {
    const secret = readSecret(name);
    // So short a one could not be taken out of an answer again without tearing it apart.
    if (secret.length < MIN_SECRET_CHARS) throw new UnaskableError(`${name} is too short to be a secret.`);
    if (/[^\t\x20-\x7e]/.test(secret)) throw new UnaskableError(`${name} cannot be sent in a header.`);
    secrets.push(secret);
    return secret;
  };
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "notwice",
  };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = fillSecrets(value, secretOf);
  return { headers, secrets };
}

function readSecret(name: string): string {
  try {
    return secretFromEnv(name);
  } catch (error) {
    throw new UnaskableError(error instanceof Error ? error.message : `${name} is not set.`, { cause: error });
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Cut between characters. */
function excerptOf(body: string): string {
  const bytes = Buffer.from(body);
  if (bytes.byteLength <= EXCERPT_BYTES) return body.replaceAll("\0", "\u{fffd}");
  return bytes
    .subarray(0, EXCERPT_BYTES - 3)
    .toString("utf8")
    .replace(/\u{fffd}+$/u, "")
    .replaceAll("\0", "\u{fffd}");
}

/** In our own words: what others put into an error may hold an address, a header or a value. */
function say(error: unknown, timeoutMs: number): string {
  if (error instanceof UnaskableError || error instanceof ForbiddenAddressError) return error.message;
  if (!(error instanceof Error)) return "The question failed.";
  if (error.name === "AbortError" || error.name === "TimeoutError") return `No answer within ${timeoutMs} ms.`;
  const code: unknown = Reflect.get(error, "code");
  return `The question failed: ${typeof code === "string" ? code : error.name}.`;
}
