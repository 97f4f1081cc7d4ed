import { type RequestState, requestStateSchema, type ReviewDetail, type ReviewRequest } from "#lib/reviews/contract.ts";
import { sayTime } from "#lib/reviews/index.ts";
import { endReasonWords, REQUEST_STATE_WORDS, TYPE_WORDS } from "#lib/reviews/words.ts";
import type { OutboxRow } from "../sql/outbox/outbox-row.ts";
import type { Composing, Content } from "./content.ts";
import { factsOfAction, findCase } from "./find-case.ts";
import { oneLine } from "./one-line.ts";
import { countOf, nameOfAction } from "./phrases.ts";
import { answerSubject } from "./request-pending.ts";

const MAX_NAME_CHARS = 80;

export const composeRequestEnded: Composing = async (row, reader, thread) => {
  if (row.count > 1) return composeMany(row);
  const found = await findCase(row.reviewId, reader);
  const request = found?.requests.find(({ id }) => id === row.requestId);
  if (!found || !request || request.state === "pending") return null;
  const note = request.signOffs.at(-1)?.note;
  const end = `${REQUEST_STATE_WORDS[request.state]}: ${TYPE_WORDS[request.type]}, ${nameOfAction(found.review)}`;
  const answered = answerSubject(found, request, thread);
  return {
    subject: answered ?? end,
    paragraphs: [...(answered === null ? [] : [`${end}.`]), sayEnd(request), ...after(request, found)],
    facts: [...(note ? [["Note", note] as const] : []), ...factsOfAction(found.review)],
    path: `/reviews/${found.review.id}`,
    toldRisk: null,
  };
};

function sayEnd(request: ReviewRequest): string {
  const by = request.decidedBy === null ? "Someone" : oneLine(request.decidedBy.name, MAX_NAME_CHARS);
  const when = request.decidedAt === null ? "" : ` on ${sayTime(new Date(request.decidedAt))}`;
  switch (request.state) {
    case "approved":
      return `${by} approved ${TYPE_WORDS[request.type]}${when}.`;
    case "rejected":
      return `${by} turned this request down${when}. Nothing is sent.`;
    case "withdrawn":
      return `${by} withdrew this request${when}. There is nothing left to sign.`;
    case "expired":
      return `Nobody decided this request until ${sayTime(new Date(request.expiresAt))}. Nothing is sent.`;
    case "superseded":
      return `This request was superseded${when}. ${endReasonWords(request.endReason) ?? "The case has changed."}`;
    case "pending":
      return "This request is not decided yet.";
  }
}

/** A release is not an execution, and can be taken back until a worker claims it. */
function after({ state, type }: ReviewRequest, { review }: ReviewDetail): string[] {
  if (state !== "approved" || (type !== "send" && type !== "resend") || review.claimableAt === null) return [];
  return [
    `A worker may take it from ${sayTime(new Date(review.claimableAt))} on; until one has, it can be taken back.`,
  ];
}

function composeMany({ kind, count, counts }: OutboxRow): Content {
  const parts = Object.entries(counts).map(([word, n]) => `${n.toLocaleString("en-GB")} ${stateWord(word)}`);
  return {
    subject: `${countOf(count, "request")} for ${kind} ended: ${parts.join(", ")}`,
    paragraphs: ["Each of them says on its page who decided it, and what followed."],
    facts: [],
    path: `/queue?${new URLSearchParams({ tab: "all", kind })}`,
    toldRisk: null,
  };
}

function stateWord(word: string): string {
  const state: RequestState | undefined = requestStateSchema.safeParse(word).data;
  return state === undefined ? "ended" : REQUEST_STATE_WORDS[state].toLowerCase();
}
