/** Line breaks would begin a header of their own; invisible and direction marks would make a line read as another. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu;
const HALF_A_CHARACTER = /\p{Cs}$/u;

/** Text of anybody's, as one line of at most so many characters. */
export function oneLine(text: string, maxChars: number): string {
  const line = text.replaceAll(UNSAFE, " ").replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxChars) return line;
  return `${line
    .slice(0, maxChars - 1)
    .replace(HALF_A_CHARACTER, "")
    .trimEnd()}…`;
}

const MAX_FACT_CHARS = 2000;

/** A reason with a line break would otherwise add a line that reads as a fact of ours. */
export function sayFact([label, value]: readonly [string, string]): [label: string, value: string] {
  return [label, oneLine(value, MAX_FACT_CHARS)];
}
