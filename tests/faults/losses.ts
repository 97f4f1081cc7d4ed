import type { Moment } from "#tests/support/postgres/tcp-proxy.ts";

/** How the answers to a statement are lost: on which side of its execution, and how often in a row. */
export interface Loss {
  twoPhase: boolean;
  moment: Moment;
  times: number;
}

const MOMENTS: Moment[] = ["before", "after"];

function losses(times: number[]): Loss[] {
  return [false, true].flatMap((twoPhase) =>
    MOMENTS.flatMap((moment) => times.map((count) => ({ twoPhase, moment, times: count }))),
  );
}

export const LOSSES = losses([1, 2]);
/** The database never answers. */
export const ENDLESS = losses([Number.POSITIVE_INFINITY]);
export const LOSS = "two phases $twoPhase, $moment the server executed it, $times times";
