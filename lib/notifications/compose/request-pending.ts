import type { ReviewDetail, ReviewRequest } from "#lib/reviews/contract.ts";
import { sayTime } from "#lib/reviews/index.ts";
import { TYPE_WORDS } from "#lib/reviews/words.ts";
import type { EarlierMail } from "../sql/outbox/find-thread.ts";
import type { OutboxRow } from "../sql/outbox/outbox-row.ts";
import type { Composing, Content, Reader } from "./content.ts";
import { factsOfAction, findCase } from "./find-case.ts";
import { oneLine } from "./one-line.ts";
import { countOf, inParentheses, nameOfAction, riskWord, shortTime } from "./phrases.ts";
import { readList } from "./read-list.ts";

const MAX_NAME_CHARS = 80;

/** Also when it is about to expire: the same request, with less time left. */
export const composeRequestPending: Composing = async (row, reader, thread) => {
  if (row.count > 1) return composeMany(row, reader);
  const found = await findCase(row.reviewId, reader);
  const request = found?.review.pendingRequest;
  if (!found || !request || request.id !== row.requestId) return null;
  if (reader.channel === "mail" && !found.viewer.sign.allowed) return null;
  const toldRisk = row.toldRisk ?? riskWord(found.review.risk);
  return {
    subject: answerSubject(found, request, thread) ?? ownSubject(row, found, { request, risk: toldRisk }),
    paragraphs: [
      `${oneLine(request.requestedBy.name, MAX_NAME_CHARS)} asks for ${TYPE_WORDS[request.type]}. Nobody has decided it yet.`,
      `Without a sign-off by ${sayTime(new Date(request.expiresAt))} the request expires, and nothing is sent.`,
    ],
    facts: [["Reason", request.reason], ...factsOfAction(found.review)],
    path: `/reviews/${found.review.id}`,
    toldRisk,
  };
};

type Told = { request: ReviewRequest; risk: string | null };

function ownSubject({ event, now }: Pick<OutboxRow, "event" | "now">, { review }: ReviewDetail, told: Told): string {
  const [action, at] = [nameOfAction(review), shortTime(told.request.expiresAt, now)];
  const what = event === "request_expiring" ? `Expires at ${at}` : `Sign-off needed by ${at}`;
  return `${what}: ${action}${inParentheses(told.risk)}`;
}

/** That of the mail it answers: mail programs keep a thread together by it. */
export function answerSubject(
  found: ReviewDetail,
  request: ReviewRequest,
  [first]: readonly EarlierMail[],
): string | null {
  if (first === undefined) return null;
  const asked = ownSubject({ event: first.event, now: first.sentAt }, found, { request, risk: first.toldRisk });
  return `Re: ${asked}`;
}

async function composeMany(row: OutboxRow, reader: Reader): Promise<Content | null> {
  const list = await readList([reader.channel === "mail" ? "to_sign" : "awaiting_sign_off"], row.kind, reader);
  if (list === null) return null;
  const count = list.isExact ? Math.min(row.count, list.total) : row.count;
  const what = countOf(count, "request");
  const expiring = row.event === "request_expiring";
  const expires = sayTime(new Date(list.first.decideBy ?? list.first.openedAt));
  return {
    subject: expiring
      ? `${what} for ${row.kind} ${count === 1 ? "expires" : "expire"} soon`
      : `${what} for ${row.kind} ${count === 1 ? "waits" : "wait"} for a sign-off`,
    paragraphs: ["What nobody signs in time expires, and nothing is sent."],
    facts: [["The first to expire", `${nameOfAction(list.first)}, on ${expires}`]],
    path: list.path,
    toldRisk: null,
  };
}
