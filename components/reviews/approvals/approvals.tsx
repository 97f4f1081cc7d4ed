"use client";

import type { ReviewRow } from "#lib/reviews/contract.ts";
import { TYPE_WORDS } from "#lib/reviews/words.ts";
import { Until } from "../age.tsx";
import { InCard, None, Second, To, What } from "../list/cells.tsx";
import { ReviewList } from "../list/review-list.tsx";
import type { Empty } from "../list/review-rows.tsx";
import type { Column } from "../list/review-table.tsx";
import { RiskWord } from "../risk.tsx";
import { votesOf } from "../votes.ts";
import { APPROVAL_TABS, type ApprovalTab } from "./approval-tabs.ts";

const COLUMNS: readonly Column[] = [
  { id: "expires", header: "Expires", cell: (row) => <ExpiresCell row={row} /> },
  { id: "what", header: "What", cell: (row) => <What row={row} /> },
  { id: "to", header: "To", cell: (row) => <To row={row} /> },
  { id: "risk", header: "Duplicate risk", cell: (row) => <RiskCell row={row} /> },
  { id: "asked", header: "Asked by, why", cell: (row) => <AskedCell row={row} /> },
  { id: "votes", header: "Votes", cell: (row) => <VotesCell row={row} /> },
];

const EMPTY: Record<ApprovalTab, Empty> = {
  to_sign: { title: "Nothing waits for your sign-off.", hint: "What others ask for, and you may sign, stands here." },
  asked: {
    title: "Nothing that you asked for is open.",
    hint: "What you asked for stands here until others have signed.",
  },
  awaiting_sign_off: { title: "Nothing waits for a sign-off.", hint: "Every open request stands here." },
};

const NEEDS_ROLE: Empty = {
  title: "Nothing waits for your sign-off.",
  hint: "Signing off needs the role approver. What you asked for stands under “I asked”.",
};

export function Approvals({ tab, maySign }: { tab: ApprovalTab; maySign: boolean }) {
  const needsRole = tab === "to_sign" && !maySign;
  return (
    <ReviewList
      columns={COLUMNS}
      empty={needsRole ? NEEDS_ROLE : EMPTY[tab]}
      key={tab}
      layout="approvals"
      path="/approvals"
      tab={tab}
      tabs={APPROVAL_TABS}
      title="Approvals"
    />
  );
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

function AskedCell({ row: { pendingRequest: request } }: { row: ReviewRow }) {
  if (request === null) return <None word="nobody" />;
  return (
    <>
      {request.requestedBy.name} asks for {TYPE_WORDS[request.type]}: “{request.reason}”
      {request.note !== null && <Second>{request.note}</Second>}
    </>
  );
}

function VotesCell({ row: { pendingRequest: request } }: { row: ReviewRow }) {
  if (request === null) return <None />;
  const { given, needed, names } = votesOf(request);
  return (
    <>
      {given} of {needed}
      <InCard> signed</InCard>
      {names.length > 0 && <Second>{names.join(", ")}</Second>}
    </>
  );
}
