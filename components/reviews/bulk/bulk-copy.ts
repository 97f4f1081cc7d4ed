import type { BulkDetail } from "#lib/reviews/bulk/contract.ts";
import type { RequestType } from "#lib/reviews/contract.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { formatDuration } from "../../ui/format-time.ts";
import { DIALOG_COPY } from "../dialog-copy.ts";
import type { DialogCopy, DialogFacts, Words } from "../dialog/dialog-types.ts";
import { countOf } from "./bulk-words.ts";

/** The reasons are those of a single decision, and do not depend on the case. */
const NO_CASE: DialogFacts = {
  kind: { mayAlready: "", twice: "" },
  environment: null,
  target: null,
  summary: null,
  verdict: "",
  attempt: 1,
  failure: null,
  risk: null,
  digest: null,
  bytes: null,
  signOffs: { send: 1, resend: 1, dismiss: 0, mark_happened: 0 },
  holdSeconds: 0,
  releaseTtlSeconds: 0,
  request: null,
};

/** Of a draft: what is known of the whole set, and what asking does. */
export function askCopy(detail: BulkDetail): DialogCopy {
  const { type, counts, risks, needNoSignOff } = detail;
  const single = DIALOG_COPY[type](NO_CASE);
  const unknown = risks.may_duplicate + risks.check_first;
  const many = countOf(counts.asked, type);
  const act = type === "resend" || type === "send" || needNoSignOff < counts.asked ? `Ask for ${many}` : deedOf(detail);
  return {
    ...single,
    title: many,
    fact: unknown > 0 ? [{ strong: `The outcome of ${formatNumber(unknown)} is unknown:` }, doubtOf(type)] : [],
    outcome: [signersOf(detail)],
    keep: "Keep in queue",
    act,
  };
}

function deedOf({ type, counts }: BulkDetail): string {
  return type === "dismiss" ? `Dismiss ${formatNumber(counts.asked)}` : `Record ${formatNumber(counts.asked)}`;
}

function doubtOf(type: RequestType): string {
  return type === "resend" || type === "send" ? " they may have arrived already." : " it stays so.";
}

function signersOf({ needNoSignOff, counts: { asked }, type }: BulkDetail): Words {
  const others = asked - needNoSignOff;
  if (others === asked) return ["Nothing happens now. Someone else must sign off, once for the whole set."];
  const then = type === "resend" || type === "send" ? "are released" : "take effect";
  if (needNoSignOff === asked) return [`Nobody else has to sign off here: all ${formatNumber(asked)} ${then} at once.`];
  return [
    `${formatNumber(needNoSignOff)} ${then} at once; for the other ${formatNumber(others)} someone else must sign.`,
  ];
}

/** Of a set that waits: one signature for as many of it as this viewer may sign. */
export function approveCopy(detail: BulkDetail): DialogCopy {
  const { type, signable, risks, paceSeconds } = detail;
  const maySend = type === "resend" || type === "send";
  const pace = paceSeconds > 0 ? `, one every ${formatDuration(paceSeconds)}` : "";
  return {
    ...DIALOG_COPY.sign(NO_CASE),
    title: `Approve ${countOf(signable, type)}?`,
    fact:
      maySend && risks.may_duplicate > 0
        ? [{ strong: `${formatNumber(risks.may_duplicate)} may arrive twice,` }, " if their first one arrived."]
        : [],
    outcome: [
      maySend
        ? [`One more attempt each, with the same bytes${pace}. Until a worker has claimed them, they can be stopped.`]
        : ["They take effect at once. Each is recorded by itself."],
    ],
    keep: "Do not approve yet",
    act: `Approve ${countOf(signable, type)}`,
    maySend,
  };
}

export function turnDownCopy({ type, signable }: BulkDetail): DialogCopy {
  const single = DIALOG_COPY.turn_down(NO_CASE);
  return {
    ...single,
    title: `Turn down ${countOf(signable, type)}?`,
    fact: [],
    outcome: [["Nothing is sent. All of them return to the queue."]],
    reasons: single.reasons.map(({ text, needsNote }) => (needsNote ? { text, needsNote } : { text })),
    act: `Turn down ${countOf(signable, type)}`,
  };
}
