import Link from "next/link";
import type { ReaperHealth, Skipped } from "#lib/reaper/health/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import classes from "../ui/page/page.module.css";

const COLUMNS: readonly StackColumn<Skipped>[] = [
  { head: "Action", isName: true, cell: (row) => <ActionOf {...row} /> },
  { head: "Reason", cell: ({ reason }) => reason },
  { head: "Next look", cell: ({ nextLookAt }) => <Time at={nextLookAt} form="until" over="due" /> },
];

export function SkippedTable({ skipped: { items, total } }: Pick<ReaperHealth, "skipped">) {
  if (items.length === 0) return <p className={classes.line}>Nothing was put off.</p>;
  return (
    <>
      {total > items.length && (
        <p className={classes.line}>
          The next {items.length} of {formatNumber(total)}.
        </p>
      )}
      <StackTable columns={COLUMNS} keyOf={({ shortKey }) => shortKey} label="Put off" rows={items} />
    </>
  );
}

/** By its first ten digits, with its kind; its run has all of it. */
export function ActionOf({ shortKey, kind, runId }: { shortKey: string; kind: string; runId: string }) {
  return (
    <>
      <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false}>
        <code>{shortKey}</code>
      </Link>
      <span className={classes.second}>{kind}</span>
    </>
  );
}
