import { expect, it } from "vitest";
import { chooseCommands, type Command } from "#components/layout/palette/palette.ts";

const command = (id: string, group: Command["group"], words: string): Command => ({
  id,
  group,
  words,
  run: () => undefined,
});
const COMMANDS = [
  command("d", "Case", "Dismiss"),
  command("/queue", "Go to", "Queue"),
  command("/approvals", "Go to", "Approvals"),
  command("r1", "Found", "E-mail to ana@acme.test"),
];
const ids = (typed: string, recent: string[] = []) => chooseCommands(COMMANDS, typed, recent).map(({ id }) => id);

it("offers what has every word that was typed, wherever it stands", () => {
  expect(ids("go appr")).toEqual(["/approvals", "r1"]);
  expect(ids("DISM")).toEqual(["d", "r1"]);
});

it("always offers what the server found: it knows better what was meant", () => {
  expect(ids("3f9a1c22")).toEqual(["r1"]);
});

it("has first what was used last", () => {
  expect(ids("", ["/approvals", "/queue"])).toEqual(["/approvals", "/queue", "d", "r1"]);
});
