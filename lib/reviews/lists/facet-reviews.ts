import { reachedText } from "#lib/actions/index.ts";
import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { openRiskScope } from "../case/list-scope.ts";
import { COUNTED_ROWS, countFacets } from "../sql/lists/count-facets.ts";
import type { ReviewFacets, ReviewFilter } from "./contract.ts";
import { type Facet, NOTHING } from "./words.ts";

/** What a list could further be filtered by, and how much each would leave. */
export async function facetReviews(actor: Actor, filter: ReviewFilter): Promise<ReviewFacets> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const counts = await countFacets(tx, filter, await openRiskScope(tx, actor));
    const takers = counts.filter(({ facet }) => facet === "takenBy").map(({ value }) => value);
    const nameOf = await namesOf(tx, takers);
    const labelOf = (facet: Facet, value: string): string | null => {
      if (facet === "phase") return reachedText(value);
      return facet === "takenBy" && value !== NOTHING ? nameOf(value).name : null;
    };
    const valuesOf = (wanted: Facet) =>
      counts
        .filter(({ facet, value }) => facet === wanted && !(facet === "risk" && value === NOTHING))
        .map(({ value, count }) => ({ value, label: labelOf(wanted, value), count }));
    return {
      facets: {
        kind: valuesOf("kind"),
        risk: valuesOf("risk"),
        phase: valuesOf("phase"),
        cause: valuesOf("cause"),
        host: valuesOf("host"),
        takenBy: valuesOf("takenBy"),
      },
      isCapped: counts.some(({ counted }) => counted === COUNTED_ROWS),
      at: new Date().toISOString(),
    };
  });
}
