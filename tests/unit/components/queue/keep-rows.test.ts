import { describe, expect, it } from "vitest";
import { arrivedOf, blocksInSight, keepRows } from "#components/reviews/queue/rows/keep-rows.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import type { ReviewStanding } from "#lib/reviews/lists/contract.ts";

const row = (id: string, over: Partial<ReviewRow> = {}) => ({ id, ...over }) as ReviewRow;
const rows = (ids: string) => ids.split("").map((id) => row(id));
const standing = (over: Partial<ReviewStanding>): ReviewStanding => ({
  rows: [],
  total: 0,
  totalIsCapped: false,
  arrived: 0,
  at: "2026-12-01T09:00:00.000Z",
  ...over,
});
const shown = (kept: ReturnType<typeof keepRows>) =>
  kept.map(({ row: { id }, gone }) => (gone ? `(${id})` : id)).join("");

describe("rows that stay in place", () => {
  it("keep the order in which they were read, each once", () => {
    expect(shown(keepRows([rows("abc"), rows("cde")], []))).toBe("abcde");
  });

  it("show what is known of them by now, and stay as ghosts once they have left", () => {
    const taken = row("b", { version: 2 });
    const known = standing({
      rows: [
        { row: taken, isListed: true, closedBy: null },
        { row: row("a"), isListed: false, closedBy: { id: "cara", name: "Cara" } },
      ],
    });
    const kept = keepRows([rows("abc")], [undefined, known]);
    expect(shown(kept)).toBe("(a)bc");
    expect(kept[1]?.row).toBe(taken);
    expect(kept.map(({ closedBy }) => closedBy)).toEqual(["Cara", null, null]);
  });
});

describe("what is new", () => {
  const kept = keepRows([rows("abc")], [standing({ rows: [{ row: row("a"), isListed: false, closedBy: null }] })]);

  it("is what was opened since, while there are further pages", () => {
    expect(arrivedOf({ rows: kept, hasMore: true, standing: standing({ arrived: 2, total: 900 }) })).toBe(2);
  });

  it("is whatever the list has beyond its rows, once all of them were read", () => {
    expect(arrivedOf({ rows: kept, hasMore: false, standing: standing({ arrived: 1, total: 4 }) })).toBe(2);
    expect(arrivedOf({ rows: kept, hasMore: false, standing: standing({ total: 2 }) })).toBe(0);
    expect(arrivedOf({ rows: kept, hasMore: false, standing: undefined })).toBe(0);
  });
});

describe("the pages in sight", () => {
  it.each([
    [0, 0, 0, [0]],
    [250, 0, 30, [0]],
    [250, 95, 120, [0, 1]],
    [250, 240, 249, [2]],
    [250, 900, 930, [2]],
  ])("of %i rows between %i and %i are %j", (count, first, last, blocks) => {
    expect(blocksInSight(count, { first, last }, 100)).toEqual(blocks);
  });
});
