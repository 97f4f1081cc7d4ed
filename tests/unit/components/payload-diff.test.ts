import { describe, expect, it } from "vitest";
import { bytesAsLines } from "#components/actions/diff/bytes-as-lines.ts";
import { lineDiff } from "#components/actions/diff/line-diff.ts";

const sides = (before: string, after: string) =>
  lineDiff(before, after).map(({ before: old, after: young, isSame }) => [old, young, isSame]);

describe("two versions side by side", () => {
  it("put equal lines together and show each other one on its side", () => {
    expect(sides("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([
      ["a", "a", true],
      ["b", "x", false],
      ["c", "c", true],
      ["d", "d", true],
      [null, "e", false],
    ]);
    expect(sides("same", "same")).toEqual([["same", "same", true]]);
  });

  it.each([
    ["a\nb\nc", "c\na\nb"],
    ["x", ""],
    ["1\n2\n3\n4\n5", "5\n4\n3\n2\n1"],
  ])("leave nothing out and reorder nothing: %j and %j", (before, after) => {
    const rows = lineDiff(before, after);
    const side = (name: "before" | "after") => rows.map((row) => row[name]).filter((line) => line !== null);
    expect(side("before").join("\n")).toBe(before);
    expect(side("after").join("\n")).toBe(after);
  });

  it("are told apart by one invisible character", () => {
    expect(lineDiff("pay 100", "pay\u00a0100").filter(({ isSame }) => !isSame)).toHaveLength(1);
  });

  it("of many thousand changed lines are compared without a table of all pairs", () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join("\n");
    expect(lineDiff(many("a"), many("b"))).toHaveLength(5000);
  });
});

describe("the stored bytes as lines", () => {
  it.each(['{"subject":"Re: proposal, 12 %","text":"Hello\\nAna","to":["a","b"]}', '{"a":"{[,\\"\\\\"}', "[]"])(
    "are %j again without the breaks",
    (text) => {
      expect(bytesAsLines(text).replaceAll("\n", "")).toBe(text);
    },
  );

  it("break after each member and after a string's own breaks, not within strings", () => {
    expect(bytesAsLines('{"a":"x, y","b":"1\\n2"}').split("\n")).toEqual(["{", '"a":"x, y",', '"b":"1\\n', '2"}']);
  });
});
