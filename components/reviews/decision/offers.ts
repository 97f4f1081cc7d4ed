import type { ReviewDetail, Viewer, ViewerPermission } from "#lib/reviews/contract.ts";
import type { DialogDecision } from "../dialog-copy.ts";

export type Decision = DialogDecision | "withdraw" | "take_back";

export type Offer = {
  decision: Decision;
  label: string;
  /** Null: may be done. Otherwise the rule that stands against it, in a sentence. */
  because: string | null;
};

const LABELS: Record<Decision, string> = {
  send: "Ask for the first send",
  resend: "Ask for a resend",
  mark_happened: "Record that it happened",
  dismiss: "Dismiss",
  sign: "Sign off",
  turn_down: "Turn down",
  withdraw: "Withdraw",
  take_back: "Take back",
  reopen: "Reopen",
};

/** What this viewer may do here now, and what only a rule keeps them from; what their role lacks is absent. */
export function offersOf({ review, viewer }: Pick<ReviewDetail, "review" | "viewer">): Offer[] {
  return candidates(review).flatMap((decision) => offer(decision, viewer));
}

/** A request that waits comes before any other; a first send and a resend exclude each other. */
function candidates(review: ReviewDetail["review"]): Decision[] {
  if (review.state === "closed") return ["reopen"];
  if (review.state === "released") return ["take_back"];
  if (review.pendingRequest !== null) return ["sign", "turn_down", "withdraw"];
  if (review.status === "held") return ["send", "dismiss"];
  return ["resend", "mark_happened", "dismiss"];
}

function offer(decision: Decision, viewer: Viewer): Offer[] {
  const permission = permissionFor(decision, viewer);
  const label = LABELS[decision];
  if (permission.allowed) return [{ decision, label, because: null }];
  return permission.blockedBy === "rule" && !isBesideThePoint(decision)
    ? [{ decision, label, because: permission.because }]
    : [];
}

/** One sentence says why someone may not sign: it need not be said of turning down, nor of undoing what others asked. */
function isBesideThePoint(decision: Decision): boolean {
  return decision === "turn_down" || decision === "withdraw";
}

function permissionFor(decision: Decision, viewer: Viewer): ViewerPermission {
  switch (decision) {
    case "sign":
    case "turn_down":
      return viewer.sign;
    case "take_back":
      return viewer.takeBack;
    case "send":
    case "resend":
    case "mark_happened":
    case "dismiss":
    case "withdraw":
    case "reopen":
      return viewer[decision];
  }
}
