import type { Kind } from "./kind.ts";

/** A kind that nobody has described: its name, and words that hold for anything. */
export function anyKind(name: string): Kind {
  const words = name.replaceAll(/[_.-]+/g, " ").trim();
  const label = words === "" ? "Action" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return {
    label,
    targetLabel: "To",
    titleOf: (target) => (target === null ? label : `${label}: ${target}`),
    happened: "Happened",
    mayAlready: "It may already have happened.",
    twice: "this happens twice",
    phases: [],
    searchFor: () => null,
    fields: [],
    Preview: null,
  };
}
