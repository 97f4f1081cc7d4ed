"use client";

import type { ReviewRequest, ReviewRow } from "#lib/reviews/contract.ts";
import { REQUEST_STATE_WORDS, TYPE_WORDS } from "#lib/reviews/words.ts";
import { usePerson } from "../../layout/person/person-context.tsx";
import { Age, Until } from "../age.tsx";
import { InCard, None, Second, To, What } from "../list/cells.tsx";
import type { Column } from "../list/review-table.tsx";
import { RiskWord } from "../risk.tsx";
import { votesOf } from "../votes.ts";
import type { ApprovalTab } from "./approval-tabs.ts";
import { SelectCell } from "./selection.tsx";

const SELECT: Column = { id: "select", header: "Select", cell: (row) => <SelectCell row={row} /> };
const WHAT: readonly Column[] = [
  { id: "what", header: "What", cell: (row) => <What row={row} /> },
  { id: "to", header: "To", cell: (row) => <To row={row} /> },
];
const OPEN: readonly Column[] = [
  { id: "expires", header: "Expires", cell: (row) => <ExpiresCell row={row} /> },
  ...WHAT,
  { id: "risk", header: "Duplicate risk", cell: (row) => <RiskCell row={row} /> },
  { id: "asked", header: "Asked by, why", cell: ({ pendingRequest }) => <AskedCell request={pendingRequest} /> },
  { id: "votes", header: "Votes", cell: ({ pendingRequest }) => <VotesCell request={pendingRequest} /> },
];
const DECIDED: readonly Column[] = [
  { id: "expires", header: "Decided", cell: ({ decidedRequest }) => <DecidedCell request={decidedRequest} /> },
  ...WHAT,
  { id: "risk", header: "Decision", cell: ({ decidedRequest }) => <DecisionCell request={decidedRequest} /> },
  { id: "asked", header: "Asked by, why", cell: ({ decidedRequest }) => <AskedCell request={decidedRequest} /> },
  { id: "votes", header: "Votes", cell: ({ decidedRequest }) => <VotesCell request={decidedRequest} /> },
];

type OfRequest = { request: ReviewRequest | null };

/** Only what the viewer may sign can be put together for one signature. */
export function approvalColumns(tab: ApprovalTab): readonly Column[] {
  switch (tab) {
    case "to_sign":
      return [SELECT, ...OPEN];
    case "asked":
    case "awaiting_sign_off":
      return OPEN;
    case "decided":
      return DECIDED;
  }
}

function ExpiresCell({ row: { decideBy } }: { row: ReviewRow }) {
  if (decideBy === null) return <None />;
  return (
    <>
      <InCard>expires</InCard>
      <Until at={decideBy} over="expired" />
    </>
  );
}

function RiskCell({ row: { risk, attempt } }: { row: ReviewRow }) {
  return risk ? <RiskWord isFirst={attempt === 0} risk={risk} /> : <None word="no further attempt" />;
}

function AskedCell({ request }: OfRequest) {
  if (request === null) return <None word="nobody" />;
  return (
    <>
      {request.requestedBy.name} asks for {TYPE_WORDS[request.type]}: “{request.reason}”
      {request.note !== null && <Second>{request.note}</Second>}
    </>
  );
}

/** Everyone's vote by name, the reader's own as such: nobody has to open a case to see whether they signed it. */
function VotesCell({ request }: OfRequest) {
  const { id } = usePerson();
  if (request === null) return <None />;
  const { given, needed } = votesOf(request);
  const votes = request.signOffs.map(
    ({ approver, verdict }) => `${approver.id === id ? "you" : approver.name} ${verdict === "approve" ? "yes" : "no"}`,
  );
  return (
    <>
      {given} of {needed}
      <InCard> signed</InCard>
      {votes.length > 0 && <Second>{votes.join(", ")}</Second>}
    </>
  );
}

function DecidedCell({ request }: OfRequest) {
  if (request === null || request.decidedAt === null) return <None />;
  return (
    <>
      <Age of={request.decidedAt} /> ago
    </>
  );
}

function DecisionCell({ request }: OfRequest) {
  if (request === null) return <None />;
  const ofVerdict = request.signOffs.findLast(
    ({ verdict }) => (verdict === "approve") === (request.state === "approved"),
  );
  return (
    <>
      {REQUEST_STATE_WORDS[request.state]}
      {request.decidedBy && ` by ${request.decidedBy.name}`}
      {ofVerdict?.note && <Second>{ofVerdict.note}</Second>}
    </>
  );
}
