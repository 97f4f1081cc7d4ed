import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { MAX_HITS, type SearchAnswer } from "./contract.ts";
import { readTerm } from "./read-term.ts";
import { findHits } from "./sql/find-hits.ts";

/** Opens what somebody has pasted. Only look-ups that an index answers: this is no search through what was sent. */
export async function search(actor: Actor, text: string): Promise<SearchAnswer> {
  requirePermission(actor, "reviews.read");
  const terms = readTerm(text);
  return transaction(async (tx) => {
    const hits = [];
    for (const term of terms) hits.push(...(await findHits(tx, term, MAX_HITS)));
    const first = new Map(hits.toReversed().map((hit) => [hit.actionKey, hit]));
    return { hits: [...first.values()].toReversed().slice(0, MAX_HITS) };
  });
}
