import type { ReactNode } from "react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import type { Sort } from "#lib/reviews/lists/words.ts";
import { Time } from "../../ui/time.tsx";
import { Age, Until } from "../age.tsx";
import { causeWords } from "../cause-words.ts";
import { InCard, None, Second, To, What } from "../list/cells.tsx";
import type { Column } from "../list/review-table.tsx";
import { ReviewState } from "../review-state.tsx";
import { RiskWord } from "../risk.tsx";
import { OPTIONAL_COLUMNS, type OptionalColumn } from "./optional-columns.ts";
import type { QueueTab } from "./queue-tabs.ts";

const evidence = (isGrid: boolean): readonly Column[] => [
  { id: "state", header: "State", cell: (row) => <ReviewState row={row} /> },
  { id: "risk", header: "Duplicate risk", cell: (row) => <RiskCell row={row} /> },
  { id: "what", header: "What", cell: (row) => <What isStop={!isGrid} row={row} /> },
  { id: "to", header: "To", cell: (row) => <To row={row} /> },
  { id: "reached", header: "Got as far as", cell: (row) => <ReachedCell row={row} /> },
  { id: "why", header: "Why", cell: ({ cause }) => causeWords(cause) ?? <None word="not recorded" /> },
];
const WAITING: Column = { id: "waiting", header: "Waiting", cell: (row) => <WaitingCell row={row} /> };
const CLOSED: Column = { id: "waiting", header: "Closed", cell: (row) => <ClosedCell row={row} /> };
const DECIDE_BY: Column = { id: "by", header: "Decide by", cell: (row) => <ByCell at={row.decideBy} word="decide" /> };
const LAPSES: Column = {
  id: "by",
  header: "Lapses",
  cell: (row) => <ByCell at={row.releaseExpiresAt} word="lapses" />,
};
const TAKEN: Column = { id: "taken", header: "Taken by", cell: (row) => <TakenCell row={row} /> };

const OPTIONAL_CELLS: Record<OptionalColumn, (row: ReviewRow) => ReactNode> = {
  run: ({ runId }) => <Named name="Run">{runId}</Named>,
  step: ({ step }) => (step === null ? <None word="no step" /> : <Named name="Step">{step}</Named>),
  attempts: ({ attempt }) => <Named name="Attempts">{attempt}</Named>,
  opened: ({ openedAt }) => (
    <Named name="Opened">
      <Time at={openedAt} />
    </Named>
  ),
  key: ({ shortKey }) => <Named name="Id">{shortKey}</Named>,
};

/** By which column a list can be put in which order. */
export const SORT_COLUMNS: Readonly<Record<Sort, string>> = {
  decide_by: "by",
  opened: "waiting",
  attempts: "attempts",
  closed: "waiting",
  decided: "waiting",
};

export function optionalColumns(chosen: readonly OptionalColumn[]): Column[] {
  return OPTIONAL_COLUMNS.filter(({ id }) => chosen.includes(id)).map(({ id, header }) => ({
    id,
    header,
    cell: OPTIONAL_CELLS[id],
  }));
}

/** A time limit exists only once something was asked for, or released: elsewhere its column would always be empty. */
export function queueColumns(tab: QueueTab, isGrid: boolean): readonly Column[] {
  return [...evidence(isGrid), ...furtherColumns(tab)];
}

function furtherColumns(tab: QueueTab): readonly Column[] {
  switch (tab) {
    case "needs_decision":
    case "did_not_happen":
      return [WAITING, TAKEN];
    case "awaiting_sign_off":
    case "mine":
    case "all":
      return [WAITING, DECIDE_BY, TAKEN];
    case "released":
      return [WAITING, LAPSES, TAKEN];
    case "closed":
      return [CLOSED, TAKEN];
  }
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <InCard>{name}</InCard>
      {children}
    </>
  );
}

function RiskCell({ row }: { row: ReviewRow }) {
  if (row.risk === null) return <None word="no further attempt" />;
  return <RiskWord isFirst={row.attempt === 0} risk={row.risk} />;
}

function ReachedCell({ row }: { row: ReviewRow }) {
  const cause = causeWords(row.cause);
  return (
    <>
      <InCard>Got as far as:</InCard>
      {row.reached}
      {cause && (
        <span data-narrow>
          <Second>{cause}</Second>
        </span>
      )}
    </>
  );
}

function WaitingCell({ row: { openedAt, closedAt, assignee } }: { row: ReviewRow }) {
  if (closedAt !== null) return <>closed</>;
  return (
    <>
      <Age of={openedAt} />
      {assignee && (
        <span data-narrow="table">
          <Second>{assignee.name}</Second>
        </span>
      )}
    </>
  );
}

function ClosedCell({ row: { closedAt } }: { row: ReviewRow }) {
  if (closedAt === null) return <None />;
  return (
    <>
      <Age of={closedAt} /> ago
    </>
  );
}

function ByCell({ at, word }: { at: string | null; word: string }) {
  if (at === null) return <None word="no time limit" />;
  return (
    <>
      <InCard>{word}</InCard>
      <Until at={at} />
    </>
  );
}

function TakenCell({ row: { assignee } }: { row: ReviewRow }) {
  if (assignee === null) return <None word="nobody" />;
  return (
    <>
      <InCard>Taken by</InCard>
      {assignee.name}
    </>
  );
}
