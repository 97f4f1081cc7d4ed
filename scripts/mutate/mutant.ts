/** A text that stands exactly once in a file of the repository, and what takes its place. */
export interface Change {
  file: string;
  text: string;
  replacement: string;
}

/** The test that must fail: its file, and its whole name, `group > group > name`. */
export type NamedTest = readonly [file: string, name: string];

/** One guard broken. Where the same guard stands in two places, both: each alone would still hold. */
export interface Mutant {
  changes: Change[];
  /** What would go wrong in the world. */
  why: string;
  killedBy: NamedTest;
}

export function swap(file: string, text: string, replacement: string): Change {
  return { file, text, replacement };
}

export function drop(file: string, text: string): Change {
  return swap(file, text, "");
}

export function mutant(change: Change | Change[], why: string, killedBy: NamedTest): Mutant {
  return { changes: [change].flat(), why, killedBy };
}
