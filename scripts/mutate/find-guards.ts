import { sqlTexts } from "./mask-sql.ts";

/** A place that decides whether something may be written. */
export interface Guard {
  file: string;
  start: number;
  end: number;
  /** As it is written, on one line. */
  text: string;
}

interface Span {
  start: number;
  end: number;
}

interface Word extends Span {
  word: string;
}

/** What stands directly inside one pair of parentheses, or in none. */
interface Scope extends Span {
  words: Word[];
}

const WORD = /[\w$.]+|[()]/g;
const ENDS_A_WHERE = new Set(["returning", "order", "limit", "group", "union", "for", "do", "on"]);
/** `key = …`: which row is meant, not what must be true of it. */
const ADDRESS = /^(\w+\.)?(key|id|action_key|review_id) (=|in) \S/;

/**
 * Every condition, split at `and`, in the `where` of an update, of an insert from a select, of a select for update;
 * and in a template that is nothing but conditions, which statements are put together from. What is interpolated
 * is found where it stands itself.
 */
export function findGuards(file: string, source: string): Guard[] {
  return sqlTexts(source).flatMap(({ start: offset, text }) =>
    scopesOf(text)
      .flatMap(conditionsOf)
      .map((span) => trim(text, span))
      .filter(({ start, end }) => /[\w']/.test(text.slice(start, end)))
      .map(({ start, end }) => toGuard(file, source, { start: offset + start, end: offset + end }))
      .filter((guard) => !ADDRESS.test(guard.text)),
  );
}

export function toGuard(file: string, source: string, { start, end }: Span): Guard {
  return { file, start, end, text: source.slice(start, end).replaceAll(/\s+/g, " ") };
}

function scopesOf(text: string): Scope[] {
  const root: Scope = { start: 0, end: text.length, words: [] };
  const [found, open] = [[root], [root]];
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const end = start + word.length;
    if (word === ")") {
      const closed = open.length > 1 ? open.pop() : undefined;
      if (closed !== undefined) closed.end = start;
    } else {
      open.at(-1)?.words.push({ word: word.toLowerCase(), start, end });
    }
    if (word === "(") {
      const inner: Scope = { start: end, end: text.length, words: [] };
      found.push(inner);
      open.push(inner);
    }
  }
  return found;
}

function conditionsOf(scope: Scope): Span[] {
  if (writesOrLocks(scope)) return scope.words.flatMap((_, at) => (isWhere(scope, at) ? whereOf(scope, at) : []));
  return scope.start === 0 && isBareCondition(scope) ? splitAtAnd(scope.words, scope) : [];
}

function writesOrLocks({ words }: Scope): boolean {
  return words.some(({ word }, at) => word === "update" || (word === "insert" && words[at + 1]?.word === "into"));
}

/** `on conflict … where` names an index. */
function isWhere({ words }: Scope, at: number): boolean {
  return words[at]?.word === "where" && !words.slice(0, at).some(({ word }) => word === "conflict");
}

function whereOf({ words, end }: Scope, at: number): Span[] {
  const inside = words.slice(at + 1);
  const last = inside.findIndex(({ word }) => ENDS_A_WHERE.has(word));
  const condition = last === -1 ? inside : inside.slice(0, last);
  return splitAtAnd(condition, { start: words[at]?.end ?? end, end: inside[last]?.start ?? end });
}

function isBareCondition({ words }: Scope): boolean {
  const has = (wanted: string) => words.some(({ word }) => word === wanted);
  return has("and") && !["select", "with", "case", "from"].some(has);
}

function splitAtAnd(words: Word[], { start, end }: Span): Span[] {
  const ands = words.filter(({ word }, at) => word === "and" && !isBetween(words, at));
  const starts = [start, ...ands.map((and) => and.end)];
  return starts.map((from, at) => ({ start: from, end: ands[at]?.start ?? end }));
}

function isBetween(words: Word[], at: number): boolean {
  const before = words.slice(0, at).findLast(({ word }) => word === "and" || word === "between");
  return before?.word === "between";
}

function trim(text: string, { start, end }: Span): Span {
  const inside = text.slice(start, end);
  return {
    start: start + (inside.length - inside.trimStart().length),
    end: end - (inside.length - inside.trimEnd().length),
  };
}
