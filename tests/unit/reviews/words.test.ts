import { describe, expect, it } from "vitest";
import { NOT_KNOWN, reached, type Reached } from "#lib/actions/reached.ts";
import { summarise } from "#lib/actions/summarise.ts";
import { viewPayload } from "#lib/actions/view-payload.ts";
import { duplicateRisk, type RiskFacts } from "#lib/reviews/decide/duplicate-risk.ts";
import { verdictSentence } from "#lib/reviews/decide/verdict-sentence.ts";

const NOW = new Date("2026-12-01T09:00:00Z");
const ASK = { recovery: "ask", providerWindowSeconds: 3600 } as const;

function facts(over: Partial<RiskFacts> = {}): RiskFacts {
  return {
    status: "failed",
    failure: "may_have_happened",
    doubts: 1,
    attempt: 1,
    firstAttemptedAt: new Date("2026-12-01T08:30:00Z"),
    predecessor: null,
    reached: { trace: "phase", text: "Body handed over" },
    ...over,
  };
}

describe("duplicateRisk", () => {
  it("is safe only with proof, or before anything was sent", () => {
    expect(duplicateRisk(facts({ failure: "did_not_happen", doubts: 0 }), ASK, NOW)).toMatchObject({ word: "safe" });
    expect(duplicateRisk(facts({ status: "held", failure: null, doubts: 0, attempt: 0 }), ASK, NOW)).toMatchObject({
      word: "safe",
    });
    expect(duplicateRisk(facts({ failure: null, doubts: 0 }), ASK, NOW)).toMatchObject({ word: "may_duplicate" });
  });

  it("speaks of the version it replaces, whatever is proved of this one", () => {
    const held = facts({ status: "held", failure: null, doubts: 0, attempt: 0 });
    const proved = facts({ failure: "did_not_happen", doubts: 0 });
    for (const one of [held, proved]) {
      expect(duplicateRisk({ ...one, predecessor: "may_have_happened" }, ASK, NOW)).toMatchObject({
        word: "may_duplicate",
        why: expect.stringMatching(/earlier .* may have arrived\.$/),
      });
      expect(duplicateRisk({ ...one, predecessor: "landed" }, ASK, NOW)).toMatchObject({
        word: "may_duplicate",
        why: "An earlier version of this did arrive.",
      });
      expect(duplicateRisk({ ...one, predecessor: "nothing_sent" }, ASK, NOW)).toMatchObject({ word: "safe" });
    }
  });

  it("is deduplicated only as long as the provider remembers", () => {
    const retry = { ...ASK, recovery: "retry" } as const;
    expect(duplicateRisk(facts(), retry, NOW)).toMatchObject({ word: "deduped", until: "2026-12-01T09:30:00.000Z" });
    expect(duplicateRisk(facts(), retry, new Date("2026-12-01T09:30:00Z"))).toMatchObject({ word: "may_duplicate" });
    expect(duplicateRisk(facts({ firstAttemptedAt: null }), retry, NOW)).toMatchObject({ word: "may_duplicate" });
  });

  it("can be checked where the provider can be asked", () => {
    expect(duplicateRisk(facts(), { ...ASK, recovery: "verify" }, NOW)).toMatchObject({ word: "check_first" });
  });

  it("says why nobody can tell", () => {
    expect(duplicateRisk(facts(), ASK, NOW)?.why).toBe(
      "Body handed over, then no answer. Nobody can tell whether it arrived.",
    );
    expect(duplicateRisk(facts({ doubts: 2 }), ASK, NOW)?.why).toMatch(/^2 attempts ended without proof\./);
    expect(duplicateRisk(facts({ reached: NOT_KNOWN }), ASK, NOW)?.why).toMatch(/^How far it got is not known\./);
  });

  it("is no question where no further attempt can be made", () => {
    for (const status of ["succeeded", "in_flight"]) expect(duplicateRisk(facts({ status }), ASK, NOW)).toBeNull();
  });
});

describe("reached", () => {
  const doubtful = { phase: null, effectStartedAt: null, outcome: "may_have_happened" };

  it.each<[Parameters<typeof reached>[0], Reached]>([
    [null, { trace: "not_started", text: "Not started" }],
    [
      { ...doubtful, phase: "body_sent", effectStartedAt: NOW },
      { trace: "phase", text: "Body handed over" },
    ],
    [
      { ...doubtful, phase: "queued_at_provider" },
      { trace: "phase", text: "queued_at_provider" },
    ],
    [
      { ...doubtful, effectStartedAt: NOW },
      { trace: "began", text: "Past the point of no return" },
    ],
    [
      { ...doubtful, outcome: "not_started" },
      { trace: "nothing_begun", text: "Nothing had begun" },
    ],
    [
      { ...doubtful, effectStartedAt: NOW, outcome: "succeeded" },
      { trace: "completed", text: "Completed" },
    ],
    [doubtful, NOT_KNOWN],
  ])("%j is %j", (traces, words) => {
    expect(reached(traces)).toEqual(words);
  });

  it("follows no rule of its text: a worker's phase may be called anything", () => {
    const odd = reached({ ...doubtful, phase: "Not known" });
    expect(duplicateRisk(facts({ reached: odd }), ASK, NOW)?.why).toMatch(/^Not known, then no answer\./);
  });
});

describe("verdictSentence", () => {
  const known = {
    attempt: 2,
    failure: "may_have_happened",
    reached: { trace: "phase" as const, text: "Body handed over" },
    worker: "mailer-1",
    at: NOW,
    settledBy: null,
    predecessor: null,
    isReplaced: false,
  };

  it("never calls an unknown outcome a failure", () => {
    const sentence = verdictSentence({ ...known, status: "failed" });
    expect(sentence).toBe(
      "Body handed over on 1 Dec 2026, 09:00:00 UTC by mailer-1, and then no answer. It may have happened: nobody can tell.",
    );
    expect(sentence).not.toMatch(/fail|error/i);
  });

  it("does not call the first send of an edited version the first thing that was sent", () => {
    const held = { ...known, status: "held", attempt: 0, failure: null };
    expect(verdictSentence(held)).toBe("Nothing was sent yet. The first send waits for a signature.");
    expect(verdictSentence({ ...held, predecessor: "may_have_happened" })).toBe(
      "This version was not sent yet. Its first send waits for a signature. An earlier version of it may have arrived: nobody can tell.",
    );
    expect(verdictSentence({ ...held, predecessor: "landed" })).toMatch(/An earlier version of it did arrive\.$/);
    expect(verdictSentence({ ...known, status: "dismissed", isReplaced: true })).toMatch(/^Edited: the new version/);
  });

  it("says what is proved, and what a person only said", () => {
    expect(verdictSentence({ ...known, status: "failed", failure: "did_not_happen" })).toMatch(/^It did not happen/);
    expect(verdictSentence({ ...known, status: "succeeded", settledBy: "attestation" })).toMatch(
      /Notwice itself saw no answer/,
    );
    expect(verdictSentence({ ...known, status: "dismissed" })).toMatch(/not known/);
    expect(verdictSentence({ ...known, status: "done-ish" })).toMatch(/"done-ish", which is none of ours/);
  });
});

describe("summarise", () => {
  it.each([
    ['{"subject":"Hi\\nBcc: x","text":"b"}', [], "Hi"],
    ['{"subject":"Hi","text":"b"}', ["subject"], "b"],
    ['{"number":204}', [], "204"],
    ['{"deep":{"subject":"x"}}', [], null],
    ["[1,2]", [], null],
    ["not json", [], null],
    [null, [], null],
  ])("%s without %j is %s", (payload, hidden, line) => {
    expect(summarise(payload, hidden)).toBe(line);
  });
});

describe("viewPayload", () => {
  const stored = { payload: '{"a":{"b":1,"c":[{"d":2},{"d":3}]},"e":"x"}', payloadHash: "h" };

  it("shows the stored bytes untouched", () => {
    expect(viewPayload(stored, [])).toMatchObject({ text: stored.payload, bytes: stored.payload.length, hash: "h" });
  });

  it("shows no text and none of the hidden values", () => {
    expect(viewPayload(stored, ["$.a.b", "a.c.*.d", "a.none.x"])).toMatchObject({
      text: null,
      value: { a: { c: [{}, {}] }, e: "x" },
    });
    expect(viewPayload(stored, ["*"]).value).toEqual({});
  });
});
