import { CASE_WORDS, TYPE_WORDS } from "#lib/reviews/words.ts";
import { Time } from "../../../ui/time.tsx";
import { WhatLink } from "../../list/cells.tsx";
import type { KeptRow } from "../rows/keep-rows.ts";
import classes from "../../list/cells.module.css";

type GhostProps = Pick<KeptRow, "row" | "closedBy">;

/** What became of a row that has left the list: it stays in its place until the list is read anew. */
export function GhostWords({ row, closedBy }: GhostProps) {
  return (
    <>
      <WhatLink row={row} isStop={false} />
      <span className={classes.became}>
        {" · "}
        <Became closedBy={closedBy} row={row} />
      </span>
    </>
  );
}

function Became({ row, closedBy }: GhostProps) {
  const { state, resolution, closedAt, pendingRequest, decidedRequest } = row;
  if (state === "closed") {
    return (
      <>
        {resolution === null ? "closed" : CASE_WORDS[resolution]}
        {closedBy !== null && (resolution === "dismissed" || resolution === "marked_happened") && ` by ${closedBy}`}
        {closedAt !== null && (
          <>
            , <Time at={closedAt} form="clock" />
          </>
        )}
      </>
    );
  }
  if (state === "released")
    return <>released{decidedRequest?.decidedBy && `, signed by ${decidedRequest.decidedBy.name}`}</>;
  if (pendingRequest !== null) {
    return (
      <>
        {pendingRequest.requestedBy.name} asked for {TYPE_WORDS[pendingRequest.type]},{" "}
        <Time at={pendingRequest.requestedAt} form="clock" />
      </>
    );
  }
  return <>no longer in this list</>;
}
