import type { Failure } from "#lib/actions/contract.ts";
import type { RequestType, ReviewRequest, Risk } from "#lib/reviews/contract.ts";
import type { Kind } from "../../actions/kinds/index.ts";
import type { Pinned } from "../decision/make-decision.ts";
import type { DialogDecision } from "../dialog-copy.ts";

/** Text with times in it, which the reader's clock may show in another zone, and the one thing that must not be missed. */
export type Words = readonly (string | { at: string } | { strong: string })[];

export type Reason = {
  text: string;
  needsNote?: true;
  /** What comes of this reason in particular. */
  result?: string;
};

export type DialogCopy = {
  title: string;
  /** What is known: one line. */
  fact: Words;
  /** What will happen, and what will not. */
  outcome: readonly Words[];
  question: string;
  reasons: readonly Reason[];
  /** Asks for the evidence itself, where a person is the only witness. */
  reference: string | null;
  keep: string;
  act: string;
  /** Something may go out because of this: the button shows it. */
  maySend: boolean;
};

/** Filled from the case as it was when the dialog opened, and never again. */
export type DialogFacts = {
  kind: Pick<Kind, "mayAlready" | "twice">;
  environment: string | null;
  target: string | null;
  summary: string | null;
  verdict: string;
  attempt: number;
  failure: Failure | null;
  risk: Risk | null;
  digest: string | null;
  bytes: number | null;
  signOffs: Readonly<Record<RequestType, number>>;
  holdSeconds: number;
  releaseTtlSeconds: number;
  request: ReviewRequest | null;
};

/** The case as it was on screen when the dialog opened. */
export type DialogPinned = Pinned & { decision: DialogDecision };
