"use client";

import type { Pass } from "#lib/reaper/health/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import { useTicking } from "../ui/time/clock.tsx";
import { movedBy, sayDid, sayStop, sayTook, STARTER_WORDS } from "./reaper-words.ts";
import classes from "../ui/page/page.module.css";

const COLUMNS: readonly StackColumn<Pass>[] = [
  { head: "Started", isName: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: "By", cell: ({ startedBy }) => STARTER_WORDS[startedBy] ?? startedBy },
  { head: "Took", isNumber: true, cell: ({ tookMs }) => (tookMs === null ? "–" : sayTook(tookMs)) },
  { head: "Looked at", isNumber: true, cell: ({ counts }) => formatNumber(counts.fetched) },
  { head: "Moved", isNumber: true, cell: ({ counts }) => formatNumber(movedBy(counts)) },
  { head: "Ended by", cell: (pass) => <Stop pass={pass} /> },
  { head: "What it did", cell: (pass) => <Did pass={pass} /> },
];

type PassTableProps = { passes: readonly Pass[]; ownId: string | null };

/** `ownId`: the pass that was run from this page. */
export function PassTable({ passes, ownId }: PassTableProps) {
  if (passes.length === 0) {
    return <p className={classes.line}>No pass recorded yet.</p>;
  }
  return (
    <StackTable
      columns={COLUMNS}
      isCurrent={({ id }) => id === ownId}
      keyOf={({ id }) => id}
      label="Last passes"
      rows={passes}
    />
  );
}

function Stop({ pass }: { pass: Pass }) {
  return <>{useTicking((now) => sayStop(pass, now))}</>;
}

function Did({ pass: { finishedAt, counts, error } }: { pass: Pass }) {
  return (
    <>
      {finishedAt === null ? "Not recorded: every batch it ended stands." : sayDid(counts)}
      {error !== null && <span className={classes.second}>{error}</span>}
    </>
  );
}
