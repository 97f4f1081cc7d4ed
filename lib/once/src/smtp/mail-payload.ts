import { createHash } from "node:crypto";
import { parseMailbox, requireLine, requireText } from "./mailbox.ts";

/** One message to one recipient, complete: its bytes follow from these fields and from nothing else. */
export interface MailPayload {
  /** `ann@example.com` or `Ann <ann@example.com>`. */
  from: string;
  /** Exactly one recipient. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Further headers, like `List-Unsubscribe`. */
  headers?: Record<string, string>;
  /** Frozen: ISO 8601, whole seconds. */
  date: string;
  /** Frozen, with its angle brackets: names this version of this message. */
  messageId: string;
}

/** What a message is made of, before its Date and Message-ID are frozen. */
export interface MailDraft extends Omit<MailPayload, "date" | "messageId"> {
  /** The run and step the message belongs to. */
  runId: string;
  step: number;
  /** Given once by the caller and kept with the job: another date is another message. */
  date: Date | string;
}

/**
 * Freezes a message into the payload of its action. The same draft gives the same payload, byte for
 * byte, however often a job is delivered; any edit gives another Message-ID.
 *
 * @throws TypeError naming the field: more than one recipient, a line break in a header, no date.
 */
export function mailPayload(draft: MailDraft): MailPayload {
  const { runId, step, date, ...content } = draft;
  const frozen = { ...content, date: wholeSeconds(date) };
  const { from, to, subject, text, html, replyTo, headers } = content;
  const intent = [runId, step, from, to, subject, text, html, replyTo, sorted(headers), frozen.date];
  const domain = parseMailbox("from", from).address.split("@")[1];
  return checkMail({ ...frozen, messageId: `<${digest(intent)}@${domain}>` });
}

/** Reads a stored payload. @throws TypeError naming the first field that cannot be sent. */
export function checkMail(payload: unknown): MailPayload {
  if (!isRecord(payload)) throw new TypeError("payload must be a message made by mailPayload()");
  const { from, to, subject, text, html, replyTo, headers, date, messageId } = payload;
  parseMailbox("from", from);
  parseMailbox("to", to);
  if (replyTo !== undefined) parseMailbox("replyTo", replyTo);
  return {
    from: requireLine("from", from),
    to: requireLine("to", to),
    subject: requireLine("subject", subject),
    text: requireText("text", text),
    date: wholeSeconds(date),
    messageId: requireMessageId(messageId),
    ...(html !== undefined && { html: requireText("html", html) }),
    ...(replyTo !== undefined && { replyTo: requireLine("replyTo", replyTo) }),
    ...(headers !== undefined && { headers: requireHeaders(headers) }),
  };
}

const MESSAGE_ID = /^<[^\s<>@]+@[^\s<>@]+>$/;

function requireMessageId(value: unknown): string {
  const messageId = requireLine("messageId", value);
  if (!MESSAGE_ID.test(messageId)) throw new TypeError('messageId must look like "<id@domain>"');
  return messageId;
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
const OWN_HEADER =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|return-path|received|mime-version|(?:content|resent)-.*)$/i;

function requireHeaders(headers: unknown): Record<string, string> {
  if (!isRecord(headers)) throw new TypeError("headers must be an object of strings");
  const entries = Object.entries(headers).map(([name, value]) => {
    if (!HEADER_NAME.test(name)) throw new TypeError(`headers: ${JSON.stringify(name)} is not a header name`);
    // A Cc or a second To here would reach someone the action does not name.
    if (OWN_HEADER.test(name)) throw new TypeError(`headers.${name} is set by the message itself`);
    return [name, requireLine(`headers.${name}`, value)] as const;
  });
  return Object.fromEntries(entries);
}

function wholeSeconds(value: unknown): string {
  const date = value instanceof Date ? value : new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw new TypeError("date must be a Date or an ISO 8601 string");
  return date.toISOString().replace(/\.\d{3}Z$/, ".000Z");
}

const MESSAGE_ID_DIGITS = 40;

function digest(intent: unknown): string {
  return createHash("sha256").update(JSON.stringify(intent)).digest("hex").slice(0, MESSAGE_ID_DIGITS);
}

function sorted(headers: Record<string, string> | undefined): [string, string][] {
  return Object.entries(headers ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
