"use client";

import { FlexRender, type Header } from "@tanstack/react-table";
import type { KeptRow } from "../rows/keep-rows.ts";
import type { GridFeatures } from "./grid-columns.tsx";
import classes from "../../list/review-table.module.css";

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

type GridHeadProps = {
  headers: readonly Header<GridFeatures, KeptRow>[];
  selected: "all" | "some" | "none";
  onSelectAll: () => void;
  onSort: (column: string) => void;
};

export function GridHead({ headers, selected, onSelectAll, onSort }: GridHeadProps) {
  return (
    <thead className={classes.head} role="rowgroup">
      <tr aria-rowindex={1} role="row">
        {headers.map((header) => (
          <HeaderCell header={header} key={header.id} onSort={onSort}>
            {header.column.id === "select" && <SelectAll onSelect={onSelectAll} selected={selected} />}
          </HeaderCell>
        ))}
      </tr>
    </thead>
  );
}

type HeaderCellProps = Pick<GridHeadProps, "onSort"> & {
  header: GridHeadProps["headers"][number];
  children: React.ReactNode;
};

function HeaderCell({ header, onSort, children }: HeaderCellProps) {
  const { column } = header;
  const { id } = column;
  const sorted = column.getIsSorted();
  return (
    <th
      aria-sort={column.getCanSort() && sorted !== false ? DIRECTIONS[sorted] : undefined}
      className={classes.header}
      data-col={id}
      role="columnheader"
      scope="col"
    >
      {children}
      {column.getCanSort() ? (
        <button className={classes.sort} onClick={() => onSort(id)} type="button">
          <FlexRender header={header} />
        </button>
      ) : (
        id !== "select" && <FlexRender header={header} />
      )}
    </th>
  );
}

function SelectAll({ selected, onSelect }: { selected: GridHeadProps["selected"]; onSelect: () => void }) {
  return (
    <label className={classes.select}>
      <input
        aria-label="Select all that are loaded"
        checked={selected === "all"}
        onChange={onSelect}
        ref={(box) => {
          if (box) box.indeterminate = selected === "some";
        }}
        type="checkbox"
      />
    </label>
  );
}
