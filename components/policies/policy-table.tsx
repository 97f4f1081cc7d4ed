import Link from "next/link";
import type { PolicyRow } from "#lib/policies/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import { RECOVERY_WORDS, saySpan } from "./policy-words.ts";
import page from "../ui/page/page.module.css";

/** Of a kind without a policy nothing is in force but that people decide. */
const inForce = (say: (row: PolicyRow) => string) => (row: PolicyRow) => (row.state === "none" ? "–" : say(row));

const COLUMNS: readonly StackColumn<PolicyRow>[] = [
  { head: "Kind", isName: true, cell: (row) => <Kind row={row} /> },
  { head: "The provider", cell: (row) => <Recovery row={row} /> },
  { head: "Stale after", isNumber: true, cell: inForce(({ fields }) => saySpan(fields.staleAfterSeconds)) },
  {
    head: "Its key lives",
    isNumber: true,
    cell: inForce(({ fields }) => (fields.recovery === "retry" ? saySpan(fields.providerWindowSeconds) : "–")),
  },
  { head: "Automatic tries", isNumber: true, cell: inForce(({ fields }) => String(fields.maxAttempts)) },
  { head: "Approvals needed", isNumber: true, cell: inForce(({ fields }) => String(fields.signOffs.resend)) },
  { head: "Who may approve", cell: inForce(() => "approvers") },
  { head: "Decide by", isNumber: true, cell: inForce(({ fields }) => saySpan(fields.requestTtlSeconds)) },
  { head: "Open cases", isNumber: true, cell: ({ openReviews }) => formatNumber(openReviews) },
  { head: "Version", cell: (row) => <Version row={row} /> },
];

export function PolicyTable({ rows }: { rows: readonly PolicyRow[] }) {
  return <StackTable columns={COLUMNS} keyOf={({ kind }) => kind} label="Policies" rows={rows} />;
}

export function policyPath(kind: string): string {
  return `/policies/${encodeURIComponent(kind)}`;
}

function Kind({ row: { kind, fields, proposal } }: { row: PolicyRow }) {
  return (
    <>
      <Link href={policyPath(kind)} prefetch={false}>
        {kind}
      </Link>
      {fields.paused && <span className={page.second}>Paused</span>}
      {proposal && (
        <span className={page.second}>
          v{proposal.version} by {proposal.proposedBy.name} waits for a second admin
        </span>
      )}
    </>
  );
}

function Recovery({ row: { state, fields, brokenFields } }: { row: PolicyRow }) {
  if (state === "none") return <>No policy: people decide</>;
  if (state === "broken") {
    return (
      <>
        Cannot be read: people decide
        <span className={page.second}>{brokenFields.join(", ")}</span>
      </>
    );
  }
  return (
    <>
      {RECOVERY_WORDS[fields.recovery]}
      {fields.gate === "before_send" && <span className={page.second}>First send is signed too</span>}
    </>
  );
}

function Version({ row: { version, updatedBy, updatedAt } }: { row: PolicyRow }) {
  if (version === 0 || updatedAt === null) return <>–</>;
  return (
    <>
      v{version}
      <span className={page.second}>
        {updatedBy?.name}, <Time at={updatedAt} form="age" /> ago
      </span>
    </>
  );
}
