import type { ReviewRow } from "#lib/reviews/contract.ts";
import { Age, Until } from "../age.tsx";
import { causeWords } from "../cause-words.ts";
import { InCard, None, Second, To, What } from "../list/cells.tsx";
import type { Column } from "../list/review-table.tsx";
import { ReviewState } from "../review-state.tsx";
import { RiskWord } from "../risk.tsx";
import type { QueueTab } from "./queue-tabs.ts";

const EVIDENCE: readonly Column[] = [
  { id: "state", header: "State", cell: (row) => <ReviewState row={row} /> },
  { id: "risk", header: "Duplicate risk", cell: (row) => <RiskCell row={row} /> },
  { id: "what", header: "What", cell: (row) => <What row={row} /> },
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

/** A time limit exists only once something was asked for, or released: elsewhere its column would always be empty. */
export function queueColumns(tab: QueueTab): readonly Column[] {
  switch (tab) {
    case "needs_decision":
    case "did_not_happen":
      return [...EVIDENCE, WAITING, TAKEN];
    case "awaiting_sign_off":
    case "mine":
    case "all":
      return [...EVIDENCE, WAITING, DECIDE_BY, TAKEN];
    case "released":
      return [...EVIDENCE, WAITING, LAPSES, TAKEN];
    case "closed":
      return [...EVIDENCE, CLOSED, TAKEN];
  }
}

function RiskCell({ row }: { row: ReviewRow }) {
  if (row.risk === null) return <None word="no further attempt" />;
  return (
    <>
      <RiskWord isFirst={row.attempt === 0} risk={row.risk} />
      <Second>{row.risk.why}</Second>
    </>
  );
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
