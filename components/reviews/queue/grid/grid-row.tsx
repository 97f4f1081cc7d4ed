"use client";

import { FlexRender, type Row } from "@tanstack/react-table";
import { memo, type MouseEvent, type Ref } from "react";
import { kindOf } from "../../../actions/kinds/index.ts";
import type { KeptRow } from "../rows/keep-rows.ts";
import { GhostWords } from "./ghost-words.tsx";
import type { GridFeatures } from "./grid-columns.tsx";
import classes from "../../list/review-table.module.css";

type GridRowProps = {
  row: Row<GridFeatures, KeptRow>;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  /** Of a cell over the whole row. */
  span: number;
  measure: Ref<HTMLTableRowElement>;
  onChoose: (id: string) => void;
  onSelect: (index: number, isRange: boolean) => void;
};

/** The header is the first row, and rows count from one. */
const ROWS_ABOVE = 2;

/** One stop of the keyboard: what is inside is reached by the row's own keys. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, isActive, isSelected, span, measure, onChoose } = props;
  const { gone, row: review, closedBy } = row.original;
  const cells = row.getAllCells();
  return (
    <tr
      aria-rowindex={index + ROWS_ABOVE}
      aria-selected={gone ? undefined : isSelected}
      className={`${classes.row} ${gone ? classes.ghost : ""}`}
      data-active={isActive || undefined}
      data-index={index}
      data-selected={isSelected || undefined}
      onFocus={() => onChoose(review.id)}
      ref={measure}
      role="row"
      tabIndex={isActive ? 0 : -1}
    >
      {gone ? (
        <td className={classes.cell} colSpan={span} role="gridcell">
          <GhostWords closedBy={closedBy} row={review} />
        </td>
      ) : (
        cells.map((cell) => {
          const { id } = cell.column;
          if (id === "select") return <SelectCell key={id} {...props} />;
          return id === "what" ? (
            <th className={classes.cell} data-col={id} key={id} role="rowheader" scope="row">
              <FlexRender cell={cell} />
            </th>
          ) : (
            <td className={classes.cell} data-col={id} key={id} role="gridcell">
              <FlexRender cell={cell} />
            </td>
          );
        })
      )}
    </tr>
  );
});

function SelectCell({ row, index, isSelected, onSelect }: GridRowProps) {
  const { row: review } = row.original;
  const select = (event: MouseEvent) => onSelect(index, event.shiftKey);
  return (
    <td className={classes.cell} data-col="select" role="gridcell">
      <label className={classes.select}>
        <input
          aria-label={`Select ${review.summary ?? kindOf(review.kind).titleOf(review.target)}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={select}
          tabIndex={-1}
          type="checkbox"
        />
      </label>
    </td>
  );
}
