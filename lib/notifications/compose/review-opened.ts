import { sayTime } from "#lib/reviews/index.ts";
import type { Content, Composing, Reader } from "./content.ts";
import { factsOfAction, findCase } from "./find-case.ts";
import { countOf, inParentheses, nameOfAction, riskWord } from "./phrases.ts";
import { type Listed, readList } from "./read-list.ts";

const TABS = ["needs_decision", "did_not_happen"] as const;

export const composeReviewOpened: Composing = async (row, reader) => {
  if (row.count > 1) return composeMany(row, reader);
  const found = await findCase(row.reviewId, reader);
  if (found === null || found.review.state !== "open" || found.review.pendingRequest !== null) return null;
  const { review, verdict } = found;
  const toldRisk = riskWord(review.risk);
  return {
    subject: `A decision is needed: ${nameOfAction(review)}${inParentheses(toldRisk)}`,
    paragraphs: [verdict],
    facts: factsOfAction(review),
    path: `/reviews/${review.id}`,
    toldRisk,
  };
};

async function composeMany(row: { kind: string; count: number }, reader: Reader): Promise<Content | null> {
  const list = await readList(TABS, row.kind, reader);
  if (list === null) return null;
  const count = list.isExact ? Math.min(row.count, list.total) : row.count;
  const wait = count === 1 ? "waits" : "wait";
  return {
    subject: `${countOf(count, `${row.kind} action`)} ${wait} for a decision`,
    paragraphs: ["Nothing more is sent until a person has decided."],
    facts: [oldestOf(list), ["On the list now", totalOf(list)]],
    path: list.path,
    toldRisk: null,
  };
}

function totalOf({ total, isExact }: Listed): string {
  return `${isExact ? "" : "more than "}${total.toLocaleString("en-GB")}`;
}

function oldestOf({ first }: Listed): readonly [string, string] {
  return ["The oldest", `${nameOfAction(first)}, since ${sayTime(new Date(first.openedAt))}`];
}
