import { readBoolean, readNumber, readText, readTextOrNull, type Row } from "../db/row.ts";

/** An action as a caller sees it; `null` status where there is none under the key. */
export interface ActionState {
  key: string;
  kind: string;
  status: string;
  attempt: number;
  target: string | null;
  payloadHash: string | null;
  /** The stored result, as JSON text. */
  result: string | null;
  replacedBy: string | null;
  /** The claim is the caller's own: a statement repeated after its answer was lost. */
  mine: boolean;
  /** The stored payload, where the claim is the caller's. */
  payload: string | null;
  /** Until the deadline (in flight), until it may be claimed (released) or until it is looked at (failed). */
  dueInMs: number;
  /** The same for whoever counts from now: an answer may be as old as its question. */
  budgetMs: number;
  lapsed: boolean;
  judgementDue: boolean;
  rule: Rule;
}

/** What the kind's policy says to a claim. */
export interface Rule {
  gate: string;
  paused: boolean;
  nudge: string;
}

export function readRule(row: Row): Rule {
  return {
    gate: readText(row, "gate"),
    paused: readBoolean(row, "paused"),
    nudge: readText(row, "nudge"),
  };
}

/** `elapsedMs`: since the question left. */
export function readActionState(row: Row, elapsedMs: number): ActionState {
  return {
    key: readText(row, "key"),
    kind: readText(row, "kind"),
    status: readText(row, "status"),
    attempt: readNumber(row, "attempt"),
    target: readTextOrNull(row, "target"),
    payloadHash: readTextOrNull(row, "payload_hash"),
    result: readTextOrNull(row, "result"),
    replacedBy: readTextOrNull(row, "replaced_by"),
    mine: readBoolean(row, "mine"),
    payload: readTextOrNull(row, "payload"),
    dueInMs: readNumber(row, "due_in_ms"),
    budgetMs: readNumber(row, "due_in_ms") - elapsedMs,
    lapsed: readBoolean(row, "lapsed"),
    judgementDue: readBoolean(row, "judgement_due"),
    rule: readRule(row),
  };
}
