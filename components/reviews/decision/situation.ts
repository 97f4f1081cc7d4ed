import type { ReviewDetail, ReviewRequest } from "#lib/reviews/contract.ts";
import { TYPE_WORDS } from "#lib/reviews/words.ts";
import type { Words } from "../dialog/dialog-types.ts";
import { votesOf } from "../votes.ts";

/** What stands to be decided here, in a sentence beside the buttons; or what was decided. */
export function situationOf(detail: ReviewDetail, now: number): Words {
  const { review, rules } = detail;
  if (review.state === "closed") return decided(detail);
  if (review.state === "released") return released(detail, now);
  if (review.pendingRequest !== null) return pending(review.pendingRequest);
  const needed = review.status === "held" ? rules.signOffs.send : rules.signOffs.resend;
  if (needed > 0) return ["Nothing is sent from here unless someone else signs off."];
  return ["It is proved that nothing happened, so a resend needs nobody else."];
}

function pending(request: ReviewRequest): Words {
  const { given, needed } = votesOf(request);
  return [`${request.requestedBy.name} asks for ${TYPE_WORDS[request.type]}. ${given} of ${needed} signed.`];
}

function released({ action: { release } }: ReviewDetail, now: number): Words {
  const opens = release?.claimableAt ?? null;
  const start: Words =
    opens !== null && Date.parse(opens) > now
      ? ["Released. No worker may take it before ", { at: opens }, "."]
      : ["Released. The next free worker takes it."];
  return release?.expiresAt ? [...start, " Lapses on ", { at: release.expiresAt }, "."] : start;
}

function decided({ review, requests, verdict }: ReviewDetail): Words {
  const request = requests.find(({ state }) => state === "approved");
  const at: Words = review.closedAt === null ? [] : [" on ", { at: review.closedAt }];
  switch (review.resolution) {
    case "dismissed":
      return ["Dismissed", ...byWhom(request), ...at, "."];
    case "marked_happened":
      return ["Recorded as happened", ...byWhom(request), ...at, "."];
    case "sent":
      return ["Approved", ...byWhom(request), ", and taken by a worker", ...at, "."];
    case "landed_late":
    case "verified":
    case "superseded":
    case null:
      return [verdict];
  }
}

function byWhom(request: ReviewRequest | undefined): Words {
  const name = request?.decidedBy?.name ?? request?.requestedBy.name;
  return request && name !== undefined ? [` by ${name}: “${request.reason}”`] : [];
}
