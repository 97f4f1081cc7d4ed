import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GivenFields, type PolicyFields, policyFieldsSchema } from "#lib/policies/contract.ts";
import {
  bindingPolicy,
  countInForceSince,
  periodsBefore,
  type RecordedRevision,
} from "#lib/policies/rules/binding-policy.ts";
import { DEFAULT_FIELDS, differences, salvage, withGiven } from "#lib/policies/rules/fields.ts";
import { loosens, strictest } from "#lib/policies/rules/strictness.ts";
import { hoursBefore, NOW, policy } from "./policy-samples.ts";

const RULE = {
  url: "https://provider.test/messages/{key}",
  landed: { status: [200] },
  absent: { status: [404] },
  quietSeconds: 60,
};

function fields(given: GivenFields = {}): PolicyFields {
  return withGiven(DEFAULT_FIELDS, given);
}

function verifying(over: object = {}): PolicyFields {
  return policyFieldsSchema.parse({ recovery: "verify", verify: { ...RULE, ...over } });
}

/** Field, looser, stricter. */
const STRICTER: [string, GivenFields, GivenFields][] = [
  ["recovery", { recovery: "retry" }, { recovery: "ask" }],
  ["gate", { gate: "never" }, { gate: "before_send" }],
  ["signOffs.resend", { signOffs: { resend: 1 } }, { signOffs: { resend: 2 } }],
  ["signOffs.dismiss", { signOffs: { dismiss: 0 } }, { signOffs: { dismiss: 1 } }],
  ["signOffs.markHappened", { signOffs: { markHappened: 0 } }, { signOffs: { markHappened: 1 } }],
  ["holdSeconds", { holdSeconds: 0 }, { holdSeconds: 30 }],
  ["staleAfterSeconds", { staleAfterSeconds: 60 }, { staleAfterSeconds: 900 }],
  ["maxAttempts", { maxAttempts: 5 }, { maxAttempts: 3 }],
  ["providerWindowSeconds", { providerWindowSeconds: 86_400 }, { providerWindowSeconds: 3600 }],
  ["requestTtlSeconds", { requestTtlSeconds: 86_400 }, { requestTtlSeconds: 3600 }],
  ["releaseTtlSeconds", { releaseTtlSeconds: 3600 }, { releaseTtlSeconds: 900 }],
];

describe("loosening", () => {
  it.each(STRICTER)("%s", (field, looser, stricter) => {
    expect(loosens(fields(stricter), fields(looser))).toEqual([field]);
    expect(loosens(fields(looser), fields(stricter))).toEqual([]);
  });

  it.each([
    ["verify for ask", fields(), verifying(), ["recovery"]],
    ["ask for verify", verifying(), fields(), []],
    ["retry for verify", verifying(), fields({ recovery: "retry" }), ["recovery"]],
    ["verify for retry", fields({ recovery: "retry" }), verifying(), []],
    ["a shorter quiet time", verifying(), verifying({ quietSeconds: 30 }), ["verify"]],
    ["a longer quiet time", verifying(), verifying({ quietSeconds: 90 }), []],
    ["another meaning of absent", verifying(), verifying({ absent: { status: [404, 410] } }), ["verify"]],
    ["another address", verifying(), verifying({ url: "https://other.test/{key}" }), ["verify"]],
    ["more patience", verifying(), verifying({ tries: 9, timeoutMs: 9000 }), []],
    ["a rule that is not used", fields(), { ...verifying(), recovery: "ask" as const }, []],
    ["what strictness says nothing of", fields(), fields({ paused: true, backoffSeconds: 1, redact: ["body"] }), []],
    ["several at once", fields(), fields({ recovery: "retry", maxAttempts: 9 }), ["maxAttempts", "recovery"]],
    ["one looser, one stricter", fields(), fields({ maxAttempts: 9, holdSeconds: 99 }), ["maxAttempts"]],
  ])("%s", (_, before, after, expected) => {
    expect(loosens(before, after).toSorted()).toEqual(expected);
  });
});

describe("the policy that binds an action", () => {
  const current = policy({ ...fields({ recovery: "retry", holdSeconds: 5, backoffSeconds: 7, paused: true }) });
  const old = { fields: fields({ signOffs: { resend: 2 }, backoffSeconds: 99 }), until: hoursBefore(2) };

  it("is the current one for a claim after the change", () => {
    expect(bindingPolicy(current, [old], hoursBefore(1))).toEqual({ ...current, verifyChanged: false });
  });

  it.each([
    ["before the change", hoursBefore(3)],
    ["at the moment of the change", hoursBefore(2)],
    ["at a time nobody knows", null],
  ])("is the strictest since the claim, for one %s", (_, since) => {
    expect(bindingPolicy(current, [old], since)).toMatchObject({
      recovery: "ask",
      signOffs: { resend: 2 },
      holdSeconds: 30,
      backoffSeconds: 7,
      paused: true,
      version: 1,
    });
  });

  it("takes each field from whichever revision was strictest in it", () => {
    const revisions = [
      { fields: fields({ recovery: "retry", maxAttempts: 2 }), until: hoursBefore(1) },
      { fields: fields({ recovery: "retry", gate: "before_send", maxAttempts: 9 }), until: hoursBefore(2) },
    ];
    expect(bindingPolicy(current, revisions, hoursBefore(3))).toMatchObject({
      recovery: "retry",
      gate: "before_send",
      maxAttempts: 2,
    });
  });

  it("says whether the verify rule is the one of the claim", () => {
    const verifies = policy(verifying());
    const was = (over: object) => [{ fields: verifying(over), until: hoursBefore(1) }];
    const at = (over: object) => bindingPolicy(verifies, was(over), hoursBefore(2));
    expect(at({ url: "https://other.test/{key}" }).verifyChanged).toBe(true);
    expect(at({ tries: 9 }).verifyChanged).toBe(false);
    expect(at({ quietSeconds: 600 })).toMatchObject({ verifyChanged: false, verify: { quietSeconds: 600 } });
    expect(bindingPolicy(verifies, was({ url: "https://other.test/{key}" }), NOW).verifyChanged).toBe(false);
  });
});

describe("the times of the revisions", () => {
  const at = (version: number, hours: number, loosens = false): RecordedRevision => ({
    version,
    loosens,
    fields: fields({ maxAttempts: version }),
    effectiveAt: hoursBefore(hours),
  });
  const periods = (version: number, hours: number, recorded: RecordedRevision[]) =>
    periodsBefore({ version, effectiveAt: hoursBefore(hours) }, recorded).map(({ fields, until }) => [
      fields.maxAttempts,
      (NOW.getTime() - until.getTime()) / 3_600_000,
    ]);

  it("each ends where the next begins", () => {
    expect(periods(3, 1, [at(1, 9), at(2, 5), at(3, 1)])).toEqual([
      [2, 1],
      [1, 5],
    ]);
  });

  it("one that was replaced before it took effect never was in force", () => {
    expect(periods(3, 2, [at(1, 9), at(2, 1), at(3, 2)])).toEqual([[1, 2]]);
  });

  it("come latest to end first, so that those since a claim are the first so many", () => {
    const earlier = periodsBefore({ version: 4, effectiveAt: hoursBefore(1) }, [at(1, 9, true), at(2, 5), at(3, 3)]);
    const counts = [0, 1, 2, 3, 4, 5, 8, 9, 10].map((hours) => countInForceSince(earlier, hoursBefore(hours)));
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(countInForceSince(earlier, null)).toBe(4);
  });

  it("a first policy that loosens the default replaced it, one that came with the installation did not", () => {
    expect(periods(1, 1, [at(1, 1, true)])).toEqual([[DEFAULT_FIELDS.maxAttempts, 1]]);
    expect(periods(1, 1, [at(1, 1)])).toEqual([]);
  });

  it("a policy written by plain SQL, without revisions, was always in force", () => {
    expect(periods(1, 1, [])).toEqual([]);
  });
});

const anyFields = fc
  .record({
    recovery: fc.constantFrom("retry", "ask", "verify"),
    gate: fc.constantFrom("never", "before_send"),
    signOffs: fc.record({ resend: fc.nat(3), dismiss: fc.nat(3), markHappened: fc.nat(3) }),
    holdSeconds: fc.nat(90),
    staleAfterSeconds: fc.integer({ min: 1, max: 90 }),
    maxAttempts: fc.integer({ min: 1, max: 9 }),
    providerWindowSeconds: fc.nat(90),
    requestTtlSeconds: fc.integer({ min: 1, max: 90 }),
    releaseTtlSeconds: fc.integer({ min: 1, max: 90 }),
    backoffSeconds: fc.nat(90),
    verify: fc.option(fc.record({ ...constants(RULE), quietSeconds: fc.nat(90) })),
    paused: fc.boolean(),
  })
  .map((given): PolicyFields => policyFieldsSchema.parse(given));

function constants(of: object): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, fc.constant(value)]));
}

describe("whatever the revisions", () => {
  const revision = fc.record({ fields: anyFields, until: fc.integer({ min: 0, max: 9 }).map(hoursBefore) });

  it("what binds is never looser than the current policy, nor than any in force since the claim", () => {
    fc.assert(
      fc.property(anyFields, fc.array(revision), fc.integer({ min: 0, max: 9 }), (now, revisions, hours) => {
        const { verifyChanged, ...binding } = bindingPolicy(policy(now), revisions, hoursBefore(hours));
        const inForce = revisions.filter(({ until }) => until >= hoursBefore(hours));
        for (const { fields } of [{ fields: now }, ...inForce]) {
          const looser = loosens(fields, policyFieldsSchema.parse(binding));
          // An answer to another question releases nothing: it is inconclusive.
          expect(looser.filter((field) => field !== "verify" || !verifyChanged)).toEqual([]);
        }
      }),
    );
  });

  it("an edit loosens exactly where the stricter of both differs from it", () => {
    fc.assert(
      fc.property(anyFields, anyFields, (before, after) => {
        const differing = differences(after, strictest(after, before)).map(({ field }) => field);
        expect(loosens(before, after)).toEqual(expect.arrayContaining(differing));
        expect(loosens(after, after)).toEqual([]);
        expect(strictest(strictest(after, before), before)).toEqual(strictest(after, before));
      }),
    );
  });
});

describe("stored fields", () => {
  it("that cannot be read have their default, and the whole counts as ask", () => {
    const stored = { ...fields({ recovery: "retry", maxAttempts: 9, signOffs: { resend: 2 } }), holdSeconds: "soon" };
    expect(salvage(stored)).toEqual({
      fields: fields({ recovery: "ask", maxAttempts: 9, signOffs: { resend: 2 } }),
      brokenFields: ["holdSeconds"],
    });
    expect(salvage({ recovery: "shrug" })).toEqual({ fields: DEFAULT_FIELDS, brokenFields: ["recovery"] });
  });

  it("change only where something is given", () => {
    const before = fields({ signOffs: { resend: 2 }, maxAttempts: 9 });
    expect(differences(before, withGiven(before, { signOffs: { dismiss: 1 } }))).toEqual([
      { field: "signOffs.dismiss", before: 0, after: 1 },
    ]);
  });
});
