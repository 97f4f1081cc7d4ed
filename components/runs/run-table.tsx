"use client";

import Link from "next/link";
import type { RunRow } from "#lib/runs/contract.ts";
import { kindOf } from "../actions/kinds/index.ts";
import { Age } from "../reviews/age.tsx";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import { RunState } from "./run-state.tsx";
import { nameOfStep } from "./run-words.ts";
import page from "../ui/page/page.module.css";

const NONE = "–";

const COLUMNS: readonly StackColumn<RunRow>[] = [
  { head: "Run", isName: true, cell: (run) => <Name run={run} /> },
  { head: "State", cell: ({ state }) => <RunState state={state} /> },
  { head: "Waiting step", cell: ({ waiting }) => (waiting === null ? NONE : <Waiting of={waiting} />) },
  { head: "Stuck", cell: ({ stuck }) => stuck },
  { head: "Paused for", cell: ({ pausedSince }) => (pausedSince === null ? NONE : <Age of={pausedSince} />) },
  { head: "Agent", cell: ({ agent }) => agent ?? NONE },
  { head: "Started", cell: ({ startedAt }) => (startedAt === null ? NONE : <Time at={startedAt} />) },
];

export function RunTable({ rows }: { rows: readonly RunRow[] }) {
  return <StackTable columns={COLUMNS} keyOf={({ runId }) => runId} label="Runs" rows={rows} />;
}

function Name({ run: { runId, kinds } }: { run: RunRow }) {
  return (
    <>
      <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false}>
        {runId}
      </Link>
      <span className={page.second}>{kinds.map((kind) => kindOf(kind).label).join(", ")}</span>
    </>
  );
}

function Waiting({ of: { step, reviewId } }: { of: NonNullable<RunRow["waiting"]> }) {
  if (reviewId === null) return <>{nameOfStep(step)}</>;
  return (
    <Link href={`/reviews/${reviewId}`} prefetch={false}>
      {nameOfStep(step)}
    </Link>
  );
}
