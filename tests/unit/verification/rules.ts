import type { VerifiedAction } from "#lib/verification/index.ts";

export const KEY = "a".repeat(64);

/** A rule as somebody writes it into a policy. */
export function givenRule(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    url: "https://api.example.com/v1/messages?client_id={key}",
    headers: { authorization: "Bearer ${env:NOTWICE_SECRET_CHAT}" },
    landed: { status: [200], match: [{ pointer: "/messages/0/client_id", matches: "key" }] },
    absent: { status: [200], match: [{ pointer: "/messages", empty: true }] },
    ...over,
  };
}

export function verifiedAction(over: Partial<VerifiedAction> = {}): VerifiedAction {
  return {
    key: KEY,
    runId: "run-1",
    step: 0,
    kind: "post_message",
    target: "#sales & more",
    attempt: 1,
    payload: { to: "ana@acme.test", lines: [{ sku: "a/b" }], "odd/name": "x", "": "nothing" },
    ...over,
  };
}
