import { describe, expect, it } from "vitest";
import { timelineWords } from "#components/reviews/history/timeline-words.ts";
import type { AuditEntry } from "#lib/audit/contract.ts";
import { REQUEST_TYPES, RESOLUTIONS, type ReviewState } from "#lib/reviews/contract.ts";
import type { CaseFacts } from "#lib/reviews/decide/facts.ts";
import { mayRequest } from "#lib/reviews/decide/may-request.ts";
import { tellReview } from "#lib/reviews/decide/say.ts";
import { actionWords, CASE_WORDS, endReasonWords, REQUEST_STATE_WORDS, TYPE_WORDS } from "#lib/reviews/words.ts";

/** A word of the database: two words of a program in one. */
const RAW_CODE = /[a-z]_[a-z]/;
const STATUSES = ["held", "in_flight", "released", "succeeded", "failed", "dismissed", "send_failed"];

const review = (state: ReviewState, resolution: CaseFacts["review"]["resolution"] = null) => ({
  id: "r",
  state,
  resolution,
  version: 1,
  closedAt: null,
});

function facts(over: object): CaseFacts {
  const action = { status: "failed", replacedBy: null, releaseRequestId: null, hasPayload: true };
  return {
    review: review("open"),
    action,
    requests: [],
    rules: {},
    nameOf: (id: string) => ({ id, name: id }),
    ...over,
  } as unknown as CaseFacts;
}

describe("no word of the database reaches the screen", () => {
  it.each(["succeeded", "in_flight", "released", "dismissed", "send_failed"])("of an action that is %s", (status) => {
    const ruling = mayRequest(
      { id: "bo", roles: ["operator"] },
      "resend",
      facts({ action: { status, replacedBy: null } }),
    );
    expect(ruling).toMatchObject({ allowed: false, because: expect.not.stringMatching(RAW_CODE) });
  });

  it.each(RESOLUTIONS)("of a case that is %s", (resolution) => {
    expect(tellReview(facts({ review: review("closed", resolution) })).sentence).not.toMatch(RAW_CODE);
  });

  it("in any table of words", () => {
    const ends = ["landed_late", "verified", "policy_changed", "written_elsewhere"].map((reason) =>
      endReasonWords(reason),
    );
    const tables = [TYPE_WORDS, REQUEST_STATE_WORDS, CASE_WORDS].flatMap((table) => Object.values(table));
    for (const words of [...tables, ...ends, ...STATUSES.map(actionWords)]) expect(words).not.toMatch(RAW_CODE);
  });
});

describe("one word for one idea", () => {
  const entry = (action: string, type: unknown): AuditEntry => ({
    id: "1",
    at: "2026-12-01T09:00:00.000Z",
    actor: { type: "person", id: "bo", name: "Bo" },
    action,
    subject: { type: "request", id: "q" },
    detail: { type },
    via: null,
  });

  it.each(REQUEST_TYPES)("the timeline names a request as the decision does: %s", (type) => {
    expect(timelineWords(entry("request.created", type))).toBe(`Bo asked for ${TYPE_WORDS[type]}`);
  });

  it("says little of a type that it does not know", () => {
    expect(timelineWords(entry("request.approved", undefined))).toBe("The request was approved by Bo");
  });

  it("requests expire, releases lapse", () => {
    expect(REQUEST_STATE_WORDS.expired).toBe("Expired");
    expect(timelineWords(entry("request.expired", "resend"))).toMatch(/expired/);
    expect(timelineWords(entry("action.lapsed", undefined))).toMatch(/release lapsed/);
  });
});
