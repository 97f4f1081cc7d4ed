import Link from "next/link";
import type { ReviewGroup, ReviewGroups } from "#lib/reviews/lists/contract.ts";
import { NOTHING } from "#lib/reviews/lists/words.ts";
import { kindOf } from "../actions/kinds/index.ts";
import { causeWords } from "../reviews/cause-words.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import page from "../ui/page/page.module.css";

const MOST_SHOWN = 8;

const COLUMNS: readonly StackColumn<ReviewGroup>[] = [
  { head: "Kind", isName: true, cell: ({ kind }) => (kind === null ? "not recorded" : kindOf(kind).label) },
  { head: "Why", cell: ({ filter }) => causeWords(named(filter.cause)) ?? "not recorded" },
  { head: "Got as far as", cell: ({ reached }) => reached ?? "not recorded" },
  { head: "At", cell: ({ filter }) => named(filter.host) ?? "–" },
  { head: "Cases", isNumber: true, cell: ({ count }) => formatNumber(count) },
  { head: "Since", cell: ({ oldestAt }) => <Time at={oldestAt} /> },
  { head: "Open", cell: (group) => <OpenGroup group={group} /> },
];

/** What needs a decision, by why it stands there: the largest first. */
export function Causes({ groups: { groups } }: { groups: ReviewGroups }) {
  if (groups.length === 0) return <p className={page.line}>Nothing needs a decision.</p>;
  return (
    <>
      <StackTable
        columns={COLUMNS}
        keyOf={({ filter }) => queryOf(filter)}
        label="Causes now"
        rows={groups.slice(0, MOST_SHOWN)}
      />
      {groups.length > MOST_SHOWN && (
        <p className={page.line}>And {formatNumber(groups.length - MOST_SHOWN)} smaller ones, in the queue.</p>
      )}
    </>
  );
}

function OpenGroup({ group: { filter, kind } }: { group: ReviewGroup }) {
  return (
    <Link
      aria-label={`Open group: ${kind ?? "no kind"}, ${causeWords(named(filter.cause)) ?? "not recorded"}`}
      href={`/queue?${queryOf(filter)}`}
      prefetch={false}
    >
      Open group
    </Link>
  );
}

function queryOf(filter: ReviewGroup["filter"]): string {
  return new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
}

function named(word: string | undefined): string | null {
  return word === undefined || word === NOTHING ? null : word;
}
