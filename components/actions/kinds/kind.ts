import type { ComponentType } from "react";

/** One sign of how far an attempt got, in the order in which they come. */
export type Phase = {
  name: string;
  word: string;
  /** Passed by quickly: shown only where the attempt stopped there. */
  minor?: boolean;
  /** The effect may begin with this one. */
  pastReturn?: boolean;
};

/** A text field of the payload that people edit by its name. */
export type EditField = {
  name: string;
  label: string;
  isLong?: true;
  /** It names the action's target, which changes with it: what the target is then. */
  toTarget?: (text: string) => string;
};

/** What the desk knows of a kind of action beyond its stored bytes. */
export type Kind = {
  /** One or two words: "E-mail". */
  label: string;
  /** What its target is called: "To". */
  targetLabel: string;
  titleOf: (target: string | null) => string;
  /** Its own word for "it happened": "Accepted". */
  happened: string;
  /** Who may have had it already, said of an unknown outcome. */
  mayAlready: string;
  /** What a second time would mean, after "If the first one arrived, …". */
  twice: string;
  /** What a worker of this kind reports of its way, or nothing. */
  phases: readonly Phase[];
  /** How to look for it outside: a name and the value to search for. */
  searchFor: (value: unknown) => { label: string; value: string } | null;
  /** What is edited by field; the rest, or all where there is none, as JSON. */
  fields: readonly EditField[];
  /** Shows the payload as what it is. Null: nobody has described this kind yet. */
  Preview: ComponentType<{ value: unknown }> | null;
};
