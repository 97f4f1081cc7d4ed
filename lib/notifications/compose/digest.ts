import { countReviews } from "#lib/reviews/index.ts";
import { EVENTS } from "../contract.ts";
import { MESSAGE_WORDS } from "../words.ts";
import type { Composing } from "./content.ts";
import { countOf } from "./phrases.ts";

/** What came up since the last one, and what of all there is waits now. */
export const composeDigest: Composing = async (row, { actor }) => {
  const now = await countReviews(actor);
  const waiting = (now.needs_decision ?? 0) + (now.did_not_happen ?? 0);
  const toSign = now.to_sign ?? 0;
  const news = EVENTS.flatMap((event) => {
    const count = row.counts[event] ?? 0;
    return count === 0 ? [] : [[MESSAGE_WORDS[event], `${count.toLocaleString("en-GB")} new`] as const];
  });
  return {
    subject: `Daily summary: ${countOf(waiting, "action")} to decide, ${countOf(toSign, "request")} to sign off`,
    paragraphs: ["Since the last summary:"],
    facts: news,
    path: toSign > 0 ? "/approvals" : "/queue",
    toldRisk: null,
  };
};
