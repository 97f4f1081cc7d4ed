import Link from "next/link";
import type { ReactNode } from "react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { Target } from "../../actions/target.tsx";
import classes from "./cells.module.css";

type WhatProps = {
  row: ReviewRow;
  /** In a grid the row is the stop. */
  isStop?: boolean;
};

/** The row's one link; its area is the whole row. */
export function WhatLink({ row, isStop = true }: WhatProps) {
  return (
    <Link
      className={classes.link}
      data-row-link
      href={`/reviews/${row.id}`}
      prefetch={false}
      {...(!isStop && { tabIndex: -1 })}
    >
      {row.summary ?? kindOf(row.kind).titleOf(row.target)}
    </Link>
  );
}

export function What({ row, isStop = true }: WhatProps) {
  return (
    <>
      <WhatLink isStop={isStop} row={row} />
      <Second>
        {kindOf(row.kind).label} <span className={classes.key}>{row.shortKey}</span>
      </Second>
    </>
  );
}

export function To({ row }: { row: ReviewRow }) {
  return (
    <>
      <InCard>To</InCard>
      <Target value={row.target} />
    </>
  );
}

/** The quieter line below a cell's first. */
export function Second({ children }: { children: ReactNode }) {
  return <span className={classes.second}>{children}</span>;
}

/** A word before a value, where the column's header is out of sight. */
export function InCard({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className={classes.inCard}>
      {children}{" "}
    </span>
  );
}

export function None({ word = "none" }: { word?: string }) {
  return (
    <>
      <span aria-hidden className={classes.none} data-none>
        –
      </span>
      <span className={classes.hidden}>{word}</span>
    </>
  );
}
