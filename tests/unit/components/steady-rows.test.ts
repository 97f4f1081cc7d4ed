import { describe, expect, it } from "vitest";
import { keepPlaces, withNewPages } from "#components/reviews/list/steady-rows.ts";

type Row = { id: string; state?: string };
const rows = (ids: string): Row[] => ids.split("").map((id) => ({ id }));
const idsOf = (list: readonly Row[]) => list.map(({ id }) => id).join("");

describe("a list that is being read", () => {
  it("keeps a row in its place and shows what is known of it by now", () => {
    const kept = keepPlaces(rows("abc"), [{ id: "a" }, { id: "b", state: "asked" }, { id: "c" }], false);
    expect(kept.rows[1]).toEqual({ row: { id: "b", state: "asked" }, gone: false });
  });

  it("keeps a row that left as a ghost", () => {
    const kept = keepPlaces(rows("abc"), rows("ac"), false);
    expect(kept.rows.map(({ gone }) => gone)).toEqual([false, true, false]);
    expect(kept).toMatchObject({ left: 1, arrived: 0 });
  });

  it("counts what came in between, and shows none of it", () => {
    const kept = keepPlaces(rows("abc"), rows("axbc"), true);
    expect(idsOf(kept.rows.map(({ row }) => row))).toBe("abc");
    expect(kept).toMatchObject({ left: 0, arrived: 1 });
  });

  it("takes what slid up from a further page for nothing new", () => {
    expect(keepPlaces(rows("abc"), rows("bcd"), true)).toMatchObject({ left: 1, arrived: 0 });
    expect(keepPlaces(rows("abc"), rows("abcd"), false)).toMatchObject({ left: 0, arrived: 1 });
  });
});

describe("asking for more", () => {
  it("puts the rows of a further page below, and nothing in between", () => {
    const next = withNewPages({ rows: rows("abc"), pages: 1 }, rows("axbcde"), 2);
    expect(idsOf(next.rows)).toBe("abcde");
  });

  it("fills an empty list at once", () => {
    expect(idsOf(withNewPages({ rows: [], pages: 1 }, rows("ab"), 1).rows)).toBe("ab");
  });

  it("changes nothing while the pages are the same", () => {
    const shown = { rows: rows("abc"), pages: 1 };
    expect(withNewPages(shown, rows("abcd"), 1)).toBe(shown);
  });
});
