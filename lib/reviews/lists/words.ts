import type { Tab } from "../contract.ts";

/** Above it a number says only that there are more: to count further would cost more than it tells. */
export const COUNT_CAP = 10_000;

/** In a filter: what was not recorded, or nobody. */
export const NOTHING = "-";

export const SORTS = ["decide_by", "opened", "attempts", "closed", "decided"] as const;
export const FACETS = ["kind", "risk", "phase", "cause", "host", "takenBy"] as const;
export const GROUPINGS = ["cause", "run", "recipient"] as const;
export type Sort = (typeof SORTS)[number];
export type Facet = (typeof FACETS)[number];
export type Grouping = (typeof GROUPINGS)[number];

/** The orders a tab can be read in, its own first. */
export function sortsOf(tab: Tab): readonly [Sort, ...Sort[]] {
  switch (tab) {
    case "needs_decision":
    case "did_not_happen":
    case "released":
      return ["opened", "attempts"];
    case "awaiting_sign_off":
    case "to_sign":
    case "asked":
    case "mine":
      return ["decide_by", "opened", "attempts"];
    case "closed":
      return ["closed"];
    case "decided":
      return ["decided"];
    case "all":
      return ["opened"];
  }
}

/** What was decided or closed last comes first; elsewhere what has waited longest, or expires first. */
export function isDescendingByItself(tab: Tab, sort: Sort): boolean {
  return sort === "closed" || sort === "decided" || sort === "attempts" || tab === "all";
}
