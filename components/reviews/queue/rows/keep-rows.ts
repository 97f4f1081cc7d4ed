import type { ReviewRow } from "#lib/reviews/contract.ts";
import type { ReviewStanding } from "#lib/reviews/lists/contract.ts";

export type KeptRow = {
  row: ReviewRow;
  /** It has left the list, and stays in its place until the list is read anew. */
  gone: boolean;
  /** Who closed it, once it has left and a person did. */
  closedBy: string | null;
};

/** Rows in the order in which they were read, each as it is known to be by now. */
export function keepRows(
  read: readonly (readonly ReviewRow[])[],
  standings: readonly (Pick<ReviewStanding, "rows"> | undefined)[],
): KeptRow[] {
  const known = new Map(
    standings.flatMap((standing) => standing?.rows ?? []).map((stands) => [stands.row.id, stands] as const),
  );
  const seen = new Set<string>();
  const kept: KeptRow[] = [];
  for (const row of read.flat()) {
    // A row whose place in the order has changed between two pages comes with both.
    if (seen.has(row.id)) continue;
    seen.add(row.id);
    const stands = known.get(row.id);
    kept.push({
      row: stands?.row ?? row,
      gone: stands !== undefined && !stands.isListed,
      closedBy: stands?.closedBy?.name ?? null,
    });
  }
  return kept;
}

type Counted = { rows: readonly KeptRow[]; hasMore: boolean; standing: ReviewStanding | undefined };

/** What waits to be shown: opened since, or, where every row was read, whatever the list has beyond those it had. */
export function arrivedOf({ rows, hasMore, standing }: Counted): number {
  if (standing === undefined) return 0;
  const { arrived, total, totalIsCapped } = standing;
  if (hasMore || totalIsCapped) return arrived;
  return Math.max(arrived, total - rows.filter(({ gone }) => !gone).length);
}

/** Which pages of the list are in sight; a list without rows has one, which asks whether there are any by now. */
export function blocksInSight(count: number, { first, last }: { first: number; last: number }, size: number): number[] {
  const lastBlock = Math.max(0, Math.ceil(count / size) - 1);
  const from = Math.min(Math.floor(first / size), lastBlock);
  const to = Math.min(Math.floor(Math.max(first, last) / size), lastBlock);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
