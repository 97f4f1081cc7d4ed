import { expect, it } from "vitest";
import { summarise } from "#lib/actions/summarise.ts";
import { viewPayload } from "#lib/actions/view-payload.ts";

const view = (payload: string, hidden: string[] = []) => viewPayload({ payload, payloadHash: "x" }, hidden).value;

it("a number with more digits than a double holds is shown with all of them", () => {
  expect(view('{"id":1970670598291982290}')).toEqual({ id: "1970670598291982290" });
  expect(view('{"deep":[{"id":-1970670598291982290}]}')).toEqual({ deep: [{ id: "-1970670598291982290" }] });
  expect(view('{"rate":0.12345678901234567890}')).toEqual({ rate: "0.12345678901234567890" });
  expect(view('{"id":1970670598291982290,"secret":"x"}', ["secret"])).toEqual({ id: "1970670598291982290" });
  expect(summarise('{"number":1970670598291982290}', [])).toBe("1970670598291982290");
});

it("any other number stays a number", () => {
  expect(view('{"a":1250,"b":12.50,"c":1e21,"d":-0.1,"e":9007199254740991}')).toEqual({
    a: 1250,
    b: 12.5,
    c: 1e21,
    d: -0.1,
    e: 9007199254740991,
  });
});
