export type DiffRow = {
  /** Null: the other side has a line that this one lacks. */
  before: string | null;
  after: string | null;
  /** A space, a tab or an invisible character may be all the difference there is. */
  isSame: boolean;
};

/** Beyond this the middle is shown as one replaced part: the table of a common subsequence grows with both sides. */
const MAX_CELLS = 1_000_000;

/** Two texts line by line, side by side: every line of both stands in it, in order, and equal lines stand together. */
export function lineDiff(before: string, after: string): DiffRow[] {
  const [old, young] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < young.length - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  ) {
    end += 1;
  }
  const same = (line: string): DiffRow => ({ before: line, after: line, isSame: true });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

function middle(old: readonly string[], young: readonly string[]): DiffRow[] {
  if (old.length * young.length > MAX_CELLS) return pair(old, young);
  const longest = commonLengths(old, young);
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  let changed: [string[], string[]] = [[], []];
  const flush = () => {
    rows.push(...pair(...changed));
    changed = [[], []];
  };
  while (i < old.length || j < young.length) {
    const [left, right] = [old[i], young[j]];
    if (left !== undefined && left === right) {
      flush();
      rows.push({ before: left, after: right, isSame: true });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && lengthAt(longest, i + 1, j) >= lengthAt(longest, i, j + 1))
    ) {
      if (left !== undefined) changed[0].push(left);
      i += 1;
    } else {
      changed[1].push(right);
      j += 1;
    }
  }
  flush();
  return rows;
}

/** How many lines the rests from each pair of places have in common. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: young.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === young[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function pair(old: readonly string[], young: readonly string[]): DiffRow[] {
  return Array.from({ length: Math.max(old.length, young.length) }, (_, index) => ({
    before: old[index] ?? null,
    after: young[index] ?? null,
    isSame: false,
  }));
}
