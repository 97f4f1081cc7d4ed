import type { ErrorFacts } from "../../errors.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { CASE_WORDS, endReasonWords, TYPE_WORDS } from "../words.ts";
import type { CaseFacts } from "./facts.ts";

/** 1 Dec 2026, 09:14:05 UTC */
export function sayTime(moment: Date): string {
  const day = moment.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day}, ${moment.toISOString().slice(11, 19)} UTC`;
}

/** Who decided a request, what and when: a sentence, and the same for a program. */
export type Told = { sentence: string; facts: ErrorFacts };

export function tellEnd(request: RequestRecord, nameOf: CaseFacts["nameOf"]): Told {
  const by = request.decidedBy === null ? undefined : nameOf(request.decidedBy).name;
  const at = request.decidedAt ?? undefined;
  const facts = { by, at: at?.toISOString(), decision: request.state, reason: reasonOf(request) };
  const when = at ? ` on ${sayTime(at)}` : "";
  switch (request.state) {
    case "pending":
      return { sentence: `${nameOf(request.requestedBy).name} asked for ${TYPE_WORDS[request.type]}.`, facts };
    case "approved":
      return { sentence: `${by ?? "Someone"} approved ${TYPE_WORDS[request.type]}${when}.`, facts };
    case "rejected":
      return { sentence: `${by ?? "Someone"} turned this request down${when}.`, facts };
    case "withdrawn":
      return { sentence: `${by ?? "Someone"} withdrew this request${when}.`, facts };
    case "expired":
      return { sentence: `This request expired on ${sayTime(request.expiresAt)}. Ask again.`, facts };
    case "superseded": {
      const why = endReasonWords(request.endReason) ?? "The case has changed.";
      return { sentence: `This request was superseded${when}. ${why}`, facts };
    }
  }
}

/** Of whoever decided it: the last vote that did, or what was asked where nobody had to vote. */
function reasonOf({ state, reason, signOffs }: RequestRecord): string | undefined {
  if (state !== "approved" && state !== "rejected") return undefined;
  const verdict = state === "approved" ? "approve" : "reject";
  return signOffs.findLast((signOff) => signOff.verdict === verdict)?.note ?? reason;
}

/** Why nothing can be asked for any more in a review that is not open. */
export function tellReview({ review, action, requests, nameOf }: CaseFacts): Told {
  const at = review.closedAt ?? undefined;
  const facts = { at: at?.toISOString(), state: review.state, decision: review.resolution ?? undefined };
  const when = at ? ` on ${sayTime(at)}` : "";
  switch (review.resolution) {
    case "landed_late":
      return { sentence: `The worker reported that it did arrive${when}. Nothing is sent again.`, facts };
    case "verified":
      return { sentence: `The provider was asked and says that it did arrive${when}.`, facts };
    case "superseded":
      return { sentence: `This case was taken over by another${when}.`, facts };
    case "sent":
    case "dismissed":
    case "marked_happened":
    case null: {
      const approved = requests.find(({ id }) => id === action.releaseRequestId) ?? newestApproved(requests);
      if (approved === undefined) return { sentence: `This case is ${caseWords(review)}.`, facts };
      const told = tellEnd(approved, nameOf);
      return { sentence: told.sentence, facts: { ...facts, ...told.facts, decision: review.resolution ?? "approved" } };
    }
  }
}

function caseWords({ state, resolution }: CaseFacts["review"]): string {
  if (state === "closed") return resolution === null ? "closed" : CASE_WORDS[resolution];
  return CASE_WORDS[state];
}

function newestApproved(requests: readonly RequestRecord[]): RequestRecord | undefined {
  return requests.find(({ state }) => state === "approved");
}
