import type { Composing } from "./content.ts";
import { factsOfAction, findCase } from "./find-case.ts";
import { countOf, nameOfAction } from "./phrases.ts";

const WHAT = {
  suspected: "An earlier attempt reported late that it did happen, while a later one may have started.",
  confirmed: "Two attempts reported that they happened.",
};

export const composeDuplicate: Composing = async (row, reader) => {
  const word = (row.counts["confirmed"] ?? 0) > 0 ? "confirmed" : "suspected";
  if (row.count > 1) {
    const { confirmed = 0, suspected = 0 } = row.counts;
    return {
      subject: `${countOf(row.count, "possible duplicate")} of ${row.kind}`,
      paragraphs: [`${countOf(confirmed, "duplicate")} confirmed, ${suspected.toLocaleString("en-GB")} suspected.`],
      facts: [],
      path: `/queue?${new URLSearchParams({ tab: "all", kind: row.kind })}`,
      toldRisk: null,
    };
  }
  const found = await findCase(row.reviewId, reader);
  return {
    subject: `Duplicate ${word}: ${found ? nameOfAction(found.review) : row.kind}`,
    paragraphs: [WHAT[word], "What went out cannot be called back; who received it may have to be told."],
    facts: found ? factsOfAction(found.review) : [],
    path: found ? `/reviews/${found.review.id}` : `/queue?${new URLSearchParams({ tab: "all", kind: row.kind })}`,
    toldRisk: null,
  };
};
