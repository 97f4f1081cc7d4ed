import { expect, test } from "vitest";
import { policySchema } from "#lib/policies/index.ts";
import { CHAOS_POINTS, chaosFrom } from "../../../examples/outreach-agent/chaos.ts";
import { DEMO_POLICIES } from "../../../examples/outreach-agent/demo-policies.ts";

const RUNS = Array.from({ length: 300 }, (_, index) => index + 1);

test("named points strike the named runs and no others", () => {
  const chaos = chaosFrom("after_accept:1, before_begin:3", "any");
  expect(RUNS.slice(0, 4).map(chaos)).toEqual(["after_accept", undefined, "before_begin", undefined]);
});

test("off strikes nobody", () => {
  expect(RUNS.map(chaosFrom("off", "any")).filter((point) => point !== undefined)).toEqual([]);
});

test.each(["after_lunch:1", "after_accept", "after_accept:0", "after_accept:one"])("refuses %s by name", (text) => {
  expect(() => chaosFrom(text, "any")).toThrow(`OUTREACH_CHAOS: "${text}"`);
});

test("a seed always gives the same chaos: the second run dies, every point comes, most runs live", () => {
  const points = RUNS.map(chaosFrom(undefined, "outreach"));
  expect(RUNS.map(chaosFrom(undefined, "outreach"))).toEqual(points);
  expect(points[1]).toBe("after_accept");
  expect(new Set(points)).toEqual(new Set([undefined, ...CHAOS_POINTS]));
  const struck = points.filter((point) => point !== undefined).length;
  expect(struck).toBeGreaterThan(RUNS.length / 15);
  expect(struck).toBeLessThan(RUNS.length / 4);
});

test("the demo's policies are policies", () => {
  for (const [kind, fields] of Object.entries(DEMO_POLICIES)) {
    expect(policySchema.parse({ kind, ...fields })).toMatchObject({ kind, ...fields });
  }
});
