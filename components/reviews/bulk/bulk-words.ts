import type { BulkCounts, BulkDetail, BulkRow, ItemOutcome } from "#lib/reviews/bulk/contract.ts";
import type { RequestType } from "#lib/reviews/contract.ts";
import { formatNumber } from "../../ui/format-number.ts";

const NAMES: Readonly<Record<RequestType, [one: string, many: string]>> = {
  resend: ["resend", "resends"],
  send: ["first send", "first sends"],
  dismiss: ["dismissal", "dismissals"],
  mark_happened: ["recording", "recordings"],
};

const PHRASES: Readonly<Record<RequestType, string>> = {
  resend: "resends",
  send: "first sends",
  dismiss: "dismissed",
  mark_happened: "recorded",
};

export const OUTCOME_WORDS: Readonly<Record<ItemOutcome, string>> = {
  left_out: "Left out",
  waiting: "Waiting",
  done: "Done",
  refused: "Refused",
  not_attempted: "Not attempted",
};

/** 38 resends */
export function countOf(count: number, type: RequestType): string {
  return `${formatNumber(count)} ${NAMES[type][count === 1 ? 0 : 1]}`;
}

/** What has to be typed: it carries the number, so that it cannot be typed without being read. */
export function phraseOf(count: number, type: RequestType): string {
  return `${count} ${PHRASES[type]}`;
}

/** asked 38 = done 12 + refused 3 + waiting 23 */
export function sumOf({ asked, done, refused, waiting, notAttempted }: BulkCounts): string {
  const parts = [`done ${formatNumber(done)}`, `refused ${formatNumber(refused)}`];
  if (waiting > 0 || notAttempted === 0) parts.push(`waiting ${formatNumber(waiting)}`);
  if (notAttempted > 0) parts.push(`not attempted ${formatNumber(notAttempted)}`);
  return `asked ${formatNumber(asked)} = ${parts.join(" + ")}`;
}

/** What stands beside the name of a set. */
export function stateWord({ state, counts }: Pick<BulkRow, "state" | "counts">): string {
  if (state === "draft") return "Draft";
  if (state === "stopped") return "Stopped";
  return counts.waiting > 0 ? "Under way" : "Finished";
}

export function titleOf({ state, type, form, counts }: BulkDetail): string {
  const total = counts.asked + counts.leftOut;
  if (state !== "draft") return `${form === "sign" ? "Sign together" : "Bulk request"}: ${countOf(counts.asked, type)}`;
  const set = counts.leftOut > 0 ? `${formatNumber(counts.asked)} of ${formatNumber(total)}` : formatNumber(total);
  switch (type) {
    case "resend":
      return `Ask to send ${set} actions again?`;
    case "send":
      return `Ask for the first send of ${set} actions?`;
    case "dismiss":
      return `Close ${set} actions without sending?`;
    case "mark_happened":
      return `Record that ${set} actions happened?`;
  }
}
