import type { ReviewRequest } from "#lib/reviews/contract.ts";
import { formatDuration } from "../../ui/format-time.ts";
import type { DialogFacts, Words } from "./dialog-types.ts";

export function asked({ request }: DialogFacts): Words {
  if (request === null) return [];
  const { requestedBy, requestedAt, reason, note, reference } = request;
  const said = [reason, note, reference && `Reference: ${reference}`].filter(Boolean).join(". ");
  return [`${requestedBy.name} asked on `, { at: requestedAt }, `: “${said}”`];
}

export function asking(facts: DialogFacts, type: "send" | "resend", then: string): Words {
  const needed = facts.signOffs[type];
  const bytes = facts.digest === null ? "" : ` (${facts.digest})`;
  if (needed > 0) {
    const who = needed === 1 ? "Someone else" : `${needed} others`;
    return [`Nothing is sent now. ${who} must sign off. If they agree, ${then}${bytes}.`];
  }
  const hold = formatDuration(facts.holdSeconds);
  return [
    `Nobody else has to sign off here: ${then}${bytes}. It leaves ${hold} after you ask; until then you can take it back.`,
  ];
}

export function othersFirst({ signOffs }: DialogFacts, type: "dismiss" | "mark_happened"): Words[] {
  return signOffs[type] > 0 ? [["For this kind someone else must sign off first."]] : [];
}

export function closes({ request }: DialogFacts, next = ""): string {
  return `The request closes; ${request?.requestedBy.name ?? "whoever asked"} sees why. ${next}`.trim();
}

export function remaining({ signOffs, signOffsNeeded }: ReviewRequest): number {
  return signOffsNeeded - signOffs.filter(({ verdict }) => verdict === "approve").length;
}

/** Whether something may have happened already. */
export function isDoubtful({ attempt, failure, risk }: DialogFacts): boolean {
  if (risk?.word === "may_duplicate" || risk?.word === "check_first") return true;
  return attempt > 0 && failure !== "did_not_happen" && risk?.word !== "safe";
}

export function to({ target }: DialogFacts): string {
  return target === null ? "" : ` to ${target}`;
}
