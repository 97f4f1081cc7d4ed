import { expect, it } from "vitest";
import type { Decision } from "#components/reviews/decision/offers.ts";
import { undoLabel } from "#components/reviews/decision/tell-decision.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { pendingRequest, reviewRow } from "./samples.ts";

function detail(signOffs: number, request: Parameters<typeof pendingRequest>[0] | null = null): ReviewDetail {
  return {
    review: reviewRow({ pendingRequest: request && pendingRequest(request) }),
    rules: { signOffs: { send: signOffs, resend: signOffs, dismiss: signOffs, mark_happened: signOffs } },
  } as unknown as ReviewDetail;
}

it.each<[Decision, number, string | null]>([
  ["resend", 1, "Withdraw"],
  ["resend", 0, "Take back"],
  ["dismiss", 1, "Withdraw"],
  ["dismiss", 0, "Reopen"],
  ["mark_happened", 1, "Withdraw"],
  ["mark_happened", 0, null],
  ["turn_down", 1, null],
  ["withdraw", 1, null],
])("%s with %d sign-offs to come is undone by: %s", (decision, signOffs, label) => {
  expect(undoLabel(decision, detail(signOffs))).toBe(label);
});

it("the last signature of a resend can be taken back, and no other", () => {
  expect(undoLabel("sign", detail(1, { type: "resend", signOffs: [], signOffsNeeded: 1 }))).toBe("Take back");
  expect(undoLabel("sign", detail(2, { type: "resend", signOffs: [], signOffsNeeded: 2 }))).toBeNull();
  expect(undoLabel("sign", detail(1, { type: "mark_happened", signOffs: [], signOffsNeeded: 1 }))).toBeNull();
});
