"use client";

import Link from "next/link";
import type { RunRow } from "#lib/runs/contract.ts";
import { kindOf } from "../actions/kinds/index.ts";
import { Age } from "../reviews/age.tsx";
import { Time } from "../ui/time.tsx";
import { RunState } from "./run-state.tsx";
import { nameOfStep } from "./run-words.ts";
import classes from "./run-table.module.css";

const HEADERS = ["Run", "State", "Waiting step", "Stuck", "Paused for", "Agent", "Started"];

/** A table where there is room, cards where there is not: one set of elements, so the roles are said outright. */
export function RunTable({ rows }: { rows: readonly RunRow[] }) {
  return (
    <div className={classes.frame}>
      <table aria-label="Runs" className={classes.table} role="table">
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {HEADERS.map((header) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((run) => (
            <Row key={run.runId} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ run }: { run: RunRow }) {
  const { runId, state, agent, kinds, waiting, stuck, pausedSince, startedAt } = run;
  return (
    <tr role="row">
      <th className={classes.run} role="rowheader" scope="row">
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false}>
          {runId}
        </Link>
        <span className={classes.kinds}>{kinds.map((kind) => kindOf(kind).label).join(", ")}</span>
      </th>
      <td role="cell">
        <RunState state={state} />
      </td>
      <td data-label="Waiting step" role="cell">
        {waiting === null ? "–" : <Waiting of={waiting} />}
      </td>
      <td data-label="Stuck" role="cell">
        {stuck}
      </td>
      <td data-label="Paused for" role="cell">
        {pausedSince === null ? "–" : <Age of={pausedSince} />}
      </td>
      <td data-label="Agent" role="cell">
        {agent ?? "–"}
      </td>
      <td data-label="Started" role="cell">
        {startedAt === null ? "–" : <Time at={startedAt} />}
      </td>
    </tr>
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
