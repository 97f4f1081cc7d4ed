import { afterEach, describe, expect, it, vi } from "vitest";
import { makeDecision, NO_GROUNDS } from "#components/reviews/decision/make-decision.ts";
import type { Decision } from "#components/reviews/decision/offers.ts";
import type { RequestType, ReviewDetail } from "#lib/reviews/contract.ts";
import { pendingRequest, reviewRow } from "./samples.ts";

const GROUNDS = { ...NO_GROUNDS, reason: "No longer needed" };

function detail(type: RequestType | null, releasedBy: string | null = null): ReviewDetail {
  return {
    review: reviewRow({ pendingRequest: type && pendingRequest({ type }) }),
    action: { release: releasedBy === null ? null : { requestId: releasedBy } },
    rules: { holdSeconds: 30 },
  } as unknown as ReviewDetail;
}

function answering(answer: object) {
  const server = vi.fn<typeof fetch>(async () => Response.json(answer));
  vi.stubGlobal("fetch", server);
  return server;
}

async function told(decision: Decision, of: ReviewDetail, answer: object = {}): Promise<string> {
  answering(answer);
  const words = await makeDecision({ decision, detail: of, key: "k" }, GROUNDS);
  return words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join("");
}

afterEach(() => vi.unstubAllGlobals());

describe("what is said after a decision", () => {
  const asked = (outcome: string, type: RequestType) => ({ outcome, type, expiresAt: "2026-12-02T09:31:00.000Z" });

  it.each<[Decision, ReviewDetail, object]>([
    ["reopen", detail(null), {}],
    ["withdraw", detail("resend"), {}],
    ["take_back", detail(null, "r-1"), {}],
    ["resend", detail(null), asked("pending", "resend")],
    ["resend", detail(null), asked("approved", "resend")],
    ["dismiss", detail(null), asked("approved", "dismiss")],
    ["mark_happened", detail(null), asked("approved", "mark_happened")],
    ["sign", detail("resend"), { outcome: "recorded" }],
    ["sign", detail("resend"), { outcome: "approved" }],
    ["sign", detail("dismiss"), { outcome: "approved" }],
    ["turn_down", detail("resend"), { outcome: "rejected" }],
  ])("does not claim that nothing happened, whose outcome nobody knows: %s", async (decision, of, answer) => {
    const sentence = await told(decision, of, answer);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    for (const [claim] of sentence.matchAll(/nothing (was|is|has been|had been) [^.]*/gi)) {
      expect(claim).toMatch(/ by this$/);
    }
    expect(sentence).not.toMatch(/nothing (was done|happened)|did not happen|never sent/i);
  });
});

describe("a decision about what is no longer there", () => {
  it.each<[Decision, ReviewDetail]>([
    ["withdraw", detail(null)],
    ["sign", detail(null)],
    ["turn_down", detail(null)],
    ["take_back", detail(null)],
  ])("is not sent anywhere: %s", async (decision, of) => {
    const server = answering({});
    await expect(makeDecision({ decision, detail: of, key: "k" }, GROUNDS)).rejects.toThrow(/^No request /);
    expect(server).not.toHaveBeenCalled();
  });
});
