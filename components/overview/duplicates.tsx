import { Title } from "@mantine/core";
import Link from "next/link";
import type { DuplicateList } from "#lib/actions/contract.ts";
import { kindOf } from "../actions/kinds/index.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import page from "../ui/page/page.module.css";

type Duplicate = DuplicateList["items"][number];

const COLUMNS: readonly StackColumn<Duplicate>[] = [
  { head: "What", isName: true, cell: (row) => <What row={row} /> },
  { head: "Attempts", isNumber: true, cell: ({ attempt }) => formatNumber(attempt) },
  { head: "Over since", cell: ({ completedAt }) => (completedAt === null ? "Not over" : <Time at={completedAt} />) },
  { head: "Run", cell: ({ runId }) => <Link href={`/runs/${encodeURIComponent(runId)}`}>{runId}</Link> },
];

/** Made on the server alone: what went out twice cannot change any more. */
export function Duplicates({ list: { items, total } }: { list: DuplicateList }) {
  return (
    <>
      <Link href="/overview">Overview</Link>
      <Title order={1}>Duplicates confirmed, 30 days</Title>
      <p className={page.line}>
        {total === 0
          ? "Nothing is known to have gone out twice."
          : `${formatNumber(total)} went out twice for certain: two attempts of each reported success.`}
        {total > items.length && ` The newest ${items.length} are listed.`}
      </p>
      {items.length > 0 && (
        <StackTable columns={COLUMNS} keyOf={({ shortKey }) => shortKey} label="Duplicates" rows={items} />
      )}
    </>
  );
}

function What({ row: { kind, target, shortKey, reviewId } }: { row: Duplicate }) {
  const words = kindOf(kind).titleOf(target);
  return (
    <>
      {reviewId === null ? words : <Link href={`/reviews/${reviewId}`}>{words}</Link>}
      <code className={page.second}>{shortKey}</code>
    </>
  );
}
