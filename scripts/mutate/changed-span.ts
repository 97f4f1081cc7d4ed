import type { Change } from "./mutant.ts";

export interface Span {
  start: number;
  end: number;
}

/** How often the text of a change stands in a file. */
export function occurrences({ text }: Change, source: string): number {
  return text === "" ? 0 : source.split(text).length - 1;
}

export function applyChange({ text, replacement }: Change, source: string): string {
  return source.replace(text, () => replacement);
}

/** What of the file is another afterwards: the text of the change without what its replacement has in common with it. */
export function changedSpan({ text, replacement }: Change, source: string): Span {
  const start = source.indexOf(text);
  const shorter = Math.min(text.length, replacement.length);
  let before = 0;
  while (before < shorter && text[before] === replacement[before]) before += 1;
  let after = 0;
  while (after < shorter - before && text.at(-1 - after) === replacement.at(-1 - after)) after += 1;
  return { start: start + before, end: start + text.length - after };
}

/** A change that only puts something in has a place, and no length. */
export function touches(span: Span, { start, end }: Span): boolean {
  return span.start === span.end ? start <= span.start && span.start <= end : span.start < end && start < span.end;
}
