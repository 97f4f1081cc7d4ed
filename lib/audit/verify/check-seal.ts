import { hashRow, hashSeal, readEntries, SEAL_FORM, type SealedRow } from "../seal/canonical.ts";
import type { Seal } from "../sql/seals/list-seals.ts";
import { type Fault, rowFault, sealFault } from "./faults.ts";

/** How it stands behind the one before it; the first stands behind nothing and begins with the first id. */
export function checkLink(before: Seal | null, seal: Seal): Fault[] {
  const next = before === null ? 1n : BigInt(before.toId) + 1n;
  if (seal.previousHash === (before?.hash ?? "") && BigInt(seal.fromId) === next) return [];
  const place = before === null ? "before the first one there is" : `between seal ${before.id} and seal ${seal.id}`;
  const sentence = `The chain is broken ${place}: a seal was removed, or its hash was altered.`;
  return [sealFault("seal_missing", seal.id, sentence)];
}

/** What it says of itself: its hash covers its range, its time, the one before it and the line of every row. */
export function checkItself(seal: Seal): Fault[] {
  const entries = readEntries(seal.entries);
  const isSound =
    seal.form === SEAL_FORM && entries?.size === seal.rowCount && hashSeal(seal, seal.entries) === seal.hash;
  return isSound ? [] : [sealFault("seal_altered", seal.id, `Seal ${seal.id} was altered.`)];
}

/** The rows in its range against its lines. Given in the order of their ids; those that it lacks are at the end of it. */
export function checkRows(seal: Seal): { take: (row: SealedRow) => void; faults: () => Fault[] } {
  const expected = readEntries(seal.entries) ?? new Map<string, string>();
  const [changed, inserted]: [string[], string[]] = [[], []];
  return {
    take: (row) => {
      const hash = expected.get(row.id);
      if (hash === undefined) inserted.push(row.id);
      else if (hash !== hashRow(row)) changed.push(row.id);
      expected.delete(row.id);
    },
    faults: () => [
      ...(changed.length > 0 ? [rowFault("row_changed", seal.id, changed)] : []),
      ...(expected.size > 0 ? [rowFault("row_removed", seal.id, [...expected.keys()])] : []),
      ...(inserted.length > 0 ? [rowFault("row_inserted", seal.id, inserted)] : []),
    ],
  };
}
