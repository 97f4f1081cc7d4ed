import type { FilterName, QueueFilter, QueueQuery } from "#lib/client/queue/queue-queries.ts";
import { type Grouping, GROUPINGS, isDescendingByItself, type Sort, sortsOf } from "#lib/reviews/lists/words.ts";
import { isOptionalColumn, type OptionalColumn } from "./optional-columns.ts";
import { QUEUE_TABS, type QueueTab } from "./queue-tabs.ts";

/** The page as its address says it: whoever opens the same address sees the same. */
export type QueueView = {
  tab: QueueTab;
  filter: QueueFilter;
  /** Null where it is the tab's own. */
  sort: Sort | null;
  order: "asc" | "desc" | null;
  group: Grouping | null;
  columns: readonly OptionalColumn[];
  /** A plain table of a hundred rows, instead of the list that scrolls; it begins after the cursor. */
  pages: boolean;
  cursor: string | null;
  preview: boolean;
};

const MAX_WORD_CHARS = 400;
const MAX_SPAN_SECONDS = 10 * 365 * 86_400;
const RISKS = ["safe", "deduped", "check_first", "may_duplicate"];

const isWord = (value: string) => value !== "" && value.length <= MAX_WORD_CHARS;
const isSpan = (value: string) => /^[1-9]\d{0,8}$/.test(value) && Number(value) <= MAX_SPAN_SECONDS;

const READABLE: Readonly<Record<FilterName, (value: string) => boolean>> = {
  kind: isWord,
  risk: (value) => RISKS.includes(value),
  phase: isWord,
  cause: isWord,
  host: isWord,
  run: isWord,
  recipient: isWord,
  takenBy: isWord,
  askedBy: isWord,
  decideWithin: isSpan,
  waitingOver: isSpan,
  late: (value) => value === "yes",
  text: isWord,
};

/** `at` is the row that has the focus; it does not change what is listed. */
const NOT_OF_THE_VIEW = new Set(["at"]);

export type Params = Iterable<readonly [string, string]>;

/** What cannot be read is left out, and named: a list must never seem narrower or wider than its address. */
export function readView(params: Params): { view: QueueView; dropped: string[] } {
  const given = new Map<string, string>();
  const dropped = new Set<string>();
  for (const [name, value] of params) {
    if (given.has(name)) dropped.add(name);
    else if (!NOT_OF_THE_VIEW.has(name)) given.set(name, value.trim());
  }
  const take = <T extends string>(name: string, known: (value: string) => T | undefined): T | null => {
    const value = given.get(name);
    given.delete(name);
    if (value === undefined) return null;
    const found = known(value);
    if (found === undefined) dropped.add(name);
    return found ?? null;
  };
  const oneOf =
    <T extends string>(words: readonly T[]) =>
    (value: string) =>
      words.find((word) => word === value);
  const tab = take("tab", oneOf(QUEUE_TABS.map((each) => each.tab))) ?? "needs_decision";
  const sort = take("sort", oneOf(sortsOf(tab)));
  const order = take("order", oneOf(["asc", "desc"] as const));
  const group = take("group", oneOf(GROUPINGS));
  const pages = take("view", oneOf(["pages"])) !== null;
  const cursor = take("cursor", (value) => (pages && isWord(value) ? value : undefined));
  const preview = take("preview", oneOf(["yes"])) !== null;
  const names = take("columns", (value) => (isWord(value) ? value : undefined))?.split(",") ?? [];
  if (!names.every(isOptionalColumn)) dropped.add("columns");
  const filter: Partial<Record<FilterName, string>> = {};
  for (const [name, value] of given) {
    if (isFilterName(name) && READABLE[name](value)) filter[name] = value;
    else dropped.add(name);
  }
  const columns = [...new Set(names.filter(isOptionalColumn))];
  const view = { tab, filter, ...orderOf(tab, sort, order), group, columns, pages, cursor, preview };
  return { view, dropped: [...dropped] };
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(READABLE, name);
}

/** The tab's own order needs no words, so that one list has one address. */
function orderOf(tab: QueueTab, wanted: Sort | null, order: "asc" | "desc" | null): Pick<QueueView, "sort" | "order"> {
  const [own] = sortsOf(tab);
  const sort = wanted === own ? null : wanted;
  const itself = isDescendingByItself(tab, sort ?? own) ? "desc" : "asc";
  return { sort, order: order === itself ? null : order };
}

export function writeView(view: QueueView): URLSearchParams {
  const { tab, filter, sort, order, group, columns, pages, cursor, preview } = view;
  return new URLSearchParams({
    ...(tab !== "needs_decision" && { tab }),
    ...filter,
    ...(sort !== null && { sort }),
    ...(order !== null && { order }),
    ...(group !== null && { group }),
    ...(columns.length > 0 && { columns: columns.join(",") }),
    ...(pages && { view: "pages" }),
    ...(pages && cursor !== null && { cursor }),
    ...(preview && { preview: "yes" }),
  });
}

export function pathOf(view: QueueView): string {
  const search = writeView(view).toString();
  return search === "" ? "/queue" : `/queue?${search}`;
}

export function queryOf({ tab, filter, sort, order }: QueueView): QueueQuery {
  return { tab, filter, sort, order };
}

export function isFiltered({ filter }: Pick<QueueView, "filter">): boolean {
  return Object.keys(filter).length > 0;
}

/** Which of the tab's orders a list is in, and which way. */
export function sortingOf({ tab, sort, order }: Pick<QueueView, "tab" | "sort" | "order">) {
  const by = sort ?? sortsOf(tab)[0];
  return { by, isDescending: order === null ? isDescendingByItself(tab, by) : order === "desc" };
}

/** The other end first, or another order: as one word each, for a list to choose from. */
export function orderWords({ tab }: Pick<QueueView, "tab">): { sort: Sort; isDescending: boolean }[] {
  return sortsOf(tab).flatMap((sort) => {
    const itself = isDescendingByItself(tab, sort);
    return [itself, !itself].map((isDescending) => ({ sort, isDescending }));
  });
}

export function inOrder(view: QueueView, sort: Sort, isDescending: boolean): QueueView {
  return { ...view, cursor: null, ...orderOf(view.tab, sort, isDescending ? "desc" : "asc") };
}

/** The first press takes a column's own direction, the next the other one. */
export function sortedBy(view: QueueView, by: Sort): QueueView {
  const now = sortingOf(view);
  const isDescending = now.by === by ? !now.isDescending : isDescendingByItself(view.tab, by);
  return inOrder(view, by, isDescending);
}
