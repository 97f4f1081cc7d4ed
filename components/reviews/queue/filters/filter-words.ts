import type { FilterName } from "#lib/client/queue/queue-queries.ts";
import type { ReviewFacets } from "#lib/reviews/lists/contract.ts";
import { NOTHING } from "#lib/reviews/lists/words.ts";
import { kindOf } from "../../../actions/kinds/index.ts";
import { formatDuration } from "../../../ui/format-time.ts";
import { causeWords } from "../../cause-words.ts";

export const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  kind: "Kind",
  risk: "Duplicate risk",
  phase: "Got as far as",
  cause: "Why",
  host: "Provider or domain",
  run: "Run",
  recipient: "Recipient or domain",
  takenBy: "Taken by",
  askedBy: "Asked for by",
  decideWithin: "Decide by",
  waitingOver: "Waiting",
  late: "Late report",
  text: "Begins with",
};

const RISK_WORDS: ReadonlyMap<string, string> = new Map([
  ["safe", "Safe to resend"],
  ["deduped", "Deduplicated"],
  ["check_first", "Check first"],
  ["may_duplicate", "May duplicate"],
]);

type Facets = ReviewFacets["facets"] | undefined;

/** What a value is called on screen; what only the server can name is named once it has. */
export function valueWords(name: FilterName, value: string, facets?: Facets): string {
  switch (name) {
    case "kind":
      return kindOf(value).label;
    case "risk":
      return RISK_WORDS.get(value) ?? value;
    case "cause":
      return value === NOTHING ? "not recorded" : (causeWords(value) ?? value);
    case "phase":
      return labelOf(facets, "phase", value) ?? (value === NOTHING ? "not recorded" : value.replaceAll("_", " "));
    case "takenBy":
      if (value === NOTHING) return "nobody";
      return value === "me" ? "you" : (labelOf(facets, "takenBy", value) ?? "someone");
    case "askedBy":
      return value === "me" ? "you" : "someone";
    case "decideWithin":
      return `within ${formatDuration(Number(value))}`;
    case "waitingOver":
      return `for ${formatDuration(Number(value))} or more`;
    case "late":
      return "yes";
    case "host":
    case "run":
    case "recipient":
      return value === NOTHING ? "not recorded" : value;
    case "text":
      return value;
  }
}

function labelOf(facets: Facets, facet: "phase" | "takenBy", value: string): string | null {
  return facets?.[facet].find((each) => each.value === value)?.label ?? null;
}
