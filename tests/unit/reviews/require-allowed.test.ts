import { describe, expect, it } from "vitest";
import { requireAllowed } from "#lib/reviews/case/require-allowed.ts";
import type { CaseFacts } from "#lib/reviews/decide/facts.ts";
import { ALLOWED, refusal } from "#lib/reviews/decide/ruling.ts";

const facts = { review: { version: 3 }, action: { payloadHash: "bytes" } } as unknown as CaseFacts;
const SEEN = { version: 3, payloadHash: "bytes" };
const OLD = { version: 2, payloadHash: "bytes" };
const OTHER = { version: 3, payloadHash: "other bytes" };

describe("the order in which a decision is refused", () => {
  it.each([
    ["decided otherwise", refusal("state", "decided_otherwise", "Cara was first."), OLD, 409],
    ["expired", refusal("state", "expired", "It expired."), OLD, 410],
    ["changed since it was seen", refusal("role", "forbidden", "Not yours."), OLD, 412],
    ["other bytes than were seen", refusal("rule", "own_request", "Yours."), OTHER, 412],
    ["not allowed", refusal("role", "forbidden", "Not yours."), SEEN, 403],
    ["its own requester", refusal("rule", "own_request", "Yours."), SEEN, 403],
    ["changed, and allowed", ALLOWED, OLD, 412],
  ])("says first: %s", (_what, ruling, seen, status) => {
    expect(() => requireAllowed(ruling, seen, facts)).toThrow(expect.objectContaining({ status }));
  });

  it("lets pass what is allowed and was seen", () => {
    expect(() => requireAllowed(ALLOWED, SEEN, facts)).not.toThrow();
    expect(() => requireAllowed(ALLOWED, { version: 3 }, facts)).not.toThrow();
  });
});
