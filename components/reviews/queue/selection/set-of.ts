import type { FreezeBulkInput } from "#lib/reviews/bulk/contract.ts";
import type { RequestType } from "#lib/reviews/contract.ts";
import type { QueueView } from "../queue-view.ts";
import type { KeptRow } from "../rows/keep-rows.ts";
import type { Selection } from "./use-selection.ts";

/** As the server has it: more is a filter that nobody meant. */
export const MOST_AT_ONCE = 1000;

/** What can be asked for these rows: a first send of what was never sent, a resend of what may have been. */
export function typesOf(chosen: readonly KeptRow[]): RequestType[] {
  const held = chosen.filter(({ row }) => row.status === "held").length;
  return [
    ...(held < chosen.length ? (["resend"] as const) : []),
    ...(held > 0 ? (["send"] as const) : []),
    "dismiss",
    ...(held < chosen.length ? (["mark_happened"] as const) : []),
  ];
}

/** Rows go with what was seen of each; the whole list goes as its filter, and is frozen where it is counted. */
export function setOf(
  type: RequestType,
  { tab, filter }: Pick<QueueView, "tab" | "filter">,
  { chosen, isWholeList }: Pick<Selection, "chosen" | "isWholeList">,
): FreezeBulkInput {
  if (isWholeList) return { type, filter: { tab, ...readable(filter) } };
  return {
    type,
    reviews: chosen.map(({ row: { id, version, payloadHash } }) => ({ id, version, payloadHash })),
  };
}

/** The address has words only; in a set that is frozen a number is one. */
function readable(filter: QueueView["filter"]): NonNullable<FreezeBulkInput["filter"]> {
  const { decideWithin, waitingOver, ...words } = filter;
  return {
    ...(words as object),
    ...(decideWithin !== undefined && { decideWithin: Number(decideWithin) }),
    ...(waitingOver !== undefined && { waitingOver: Number(waitingOver) }),
  };
}
