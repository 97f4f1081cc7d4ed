import type { ReactNode } from "react";
import classes from "./stack-table.module.css";

export type StackColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Names the row. */
  isName?: true;
  isNumber?: true;
  /** Left out where each row is a card. */
  isIdle?: (row: Row) => boolean;
};

type StackTableProps<Row> = {
  label: string;
  columns: readonly StackColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isCurrent?: (row: Row) => boolean;
};

/** A table where there is room, cards where there is not: one set of elements, so the roles are said outright. */
export function StackTable<Row>({ label, columns, rows, keyOf, isCurrent }: StackTableProps<Row>) {
  return (
    <div className={classes.frame}>
      <table aria-label={label} className={classes.table} role="table">
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ head, isNumber }) => (
              <th data-number={isNumber} key={head} role="columnheader" scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr aria-current={isCurrent?.(row) || undefined} key={keyOf(row)} role="row">
              {columns.map((column) => (
                <Cell column={column} key={column.head} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { head, cell, isName, isNumber, isIdle }, row }: { column: StackColumn<Row>; row: Row }) {
  const content = cell(row);
  if (isName) {
    return (
      <th role="rowheader" scope="row">
        {content}
      </th>
    );
  }
  return (
    <td
      data-empty={content === null || isIdle?.(row) || undefined}
      data-label={head}
      data-number={isNumber}
      role="cell"
    >
      {content}
    </td>
  );
}
