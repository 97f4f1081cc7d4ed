import Link from "next/link";
import type { KindHealth } from "#lib/reaper/health/contract.ts";
import { policyPath } from "../policies/policy-table.tsx";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import classes from "../ui/page/page.module.css";

type Became = keyof KindHealth["lastHour"];

const HOUR: readonly (readonly [Became, string])[] = [
  ["waiting", "Put off"],
  ["released", "Given back"],
  ["checked", "Left to provider"],
  ["settled", "Had happened"],
  ["asked", "To people"],
  ["gaveUp", "Gave up"],
  ["broken", "Not judged"],
];

const COLUMNS: readonly StackColumn<KindHealth>[] = [
  { head: "Kind", isName: true, cell: (row) => <Kind row={row} /> },
  { head: "Stale now", isNumber: true, cell: ({ staleNow }) => formatNumber(staleNow) },
  {
    head: "Oldest",
    isNumber: true,
    isIdle: ({ oldestStaleAt }) => oldestStaleAt === null,
    cell: ({ oldestStaleAt }) => (oldestStaleAt === null ? "–" : <Time at={oldestStaleAt} form="age" />),
  },
  ...HOUR.map(([name, head]): StackColumn<KindHealth> => ({
    head,
    isNumber: true,
    cell: ({ lastHour }) => formatNumber(lastHour[name]),
    isIdle: ({ lastHour }) => lastHour[name] === 0,
  })),
];

export function KindTable({ kinds }: { kinds: readonly KindHealth[] }) {
  if (kinds.length === 0) return <p className={classes.line}>No kind has a policy, and none is stale.</p>;
  return (
    <>
      <p className={classes.line}>
        Stale: past its time, whatever became of its worker. From “Put off” on: what the passes of the last hour did.
        “Gave up” went to people because tries, checks or the provider's time were used up.
      </p>
      <StackTable columns={COLUMNS} keyOf={({ kind }) => kind} label="By kind" rows={kinds} />
    </>
  );
}

function Kind({ row: { kind, hasPolicy } }: { row: KindHealth }) {
  return (
    <>
      {kind}
      {!hasPolicy && (
        <span className={classes.second}>
          No policy: people decide. <Link href={policyPath(kind)}>Add policy</Link>
        </span>
      )}
    </>
  );
}
