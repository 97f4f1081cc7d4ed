"use client";

import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { WhatLink } from "./cells.tsx";
import type { SteadyRow } from "./steady-rows.ts";
import classes from "./review-table.module.css";

export type Layout = "queue" | "approvals";

export type Column = { id: string; header: string; cell: (row: ReviewRow) => ReactNode };

type ReviewTableProps = {
  label: string;
  /** Names the card's lay-out in the style sheet. */
  layout: Layout;
  /** One of them is `what`, the row's own header. */
  columns: readonly Column[];
  rows: readonly SteadyRow<ReviewRow>[];
};

/** A table where there is room, cards where there is not: one set of elements, so the roles are said outright. */
export function ReviewTable({ label, layout, columns, rows }: ReviewTableProps) {
  return (
    <div className={classes.frame}>
      <table aria-label={label} className={classes.table} data-layout={layout} role="table">
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ id, header }) => (
              <th className={classes.header} data-col={id} key={id} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body} role="rowgroup">
          {rows.map(({ row, gone }) =>
            gone ? (
              <Ghost key={row.id} row={row} span={columns.length} />
            ) : (
              <tr className={classes.row} key={row.id} role="row">
                {columns.map((column) => (
                  <Cell column={column} key={column.id} row={row} />
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ column: { id, cell }, row }: { column: Column; row: ReviewRow }) {
  if (id === "what") {
    return (
      <th className={classes.cell} data-col={id} role="rowheader" scope="row">
        {cell(row)}
      </th>
    );
  }
  return (
    <td className={classes.cell} data-col={id} role="cell">
      {cell(row)}
    </td>
  );
}

/** What left the list stays in its place until the list is asked for anew. */
function Ghost({ row, span }: { row: ReviewRow; span: number }) {
  return (
    <tr className={classes.ghost} role="row">
      <td className={classes.cell} colSpan={span} role="cell">
        <VisuallyHidden>No longer in this list: </VisuallyHidden>
        <WhatLink row={row} /> <span aria-hidden>· no longer in this list. Open it to see what became of it.</span>
      </td>
    </tr>
  );
}
