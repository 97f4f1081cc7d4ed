import { describe, expect, it } from "vitest";
import { offersOf } from "#components/reviews/decision/offers.ts";
import { pendingRequest, reviewRow, viewer } from "./samples.ts";

const YES = { allowed: true } as const;
const rule = (because: string) => ({ allowed: false, blockedBy: "rule", because }) as const;
const role = { allowed: false, blockedBy: "role", because: "Needs the role approver." } as const;
const named = (of: Parameters<typeof offersOf>[0]) => offersOf(of).map(({ decision }) => decision);

describe("what is offered", () => {
  it("is a resend, a record or a dismissal where nothing is asked for", () => {
    const may = viewer({ send: rule("Ask for a resend."), resend: YES, mark_happened: YES, dismiss: YES });
    expect(named({ review: reviewRow(), viewer: may })).toEqual(["resend", "mark_happened", "dismiss"]);
  });

  it("is a first send, never a resend, of what is held", () => {
    const may = viewer({ send: YES, resend: rule("Nothing was sent yet."), dismiss: YES });
    expect(named({ review: reviewRow({ status: "held", attempt: 0 }), viewer: may })).toEqual(["send", "dismiss"]);
  });

  it("is only the open request while there is one", () => {
    const review = reviewRow({ pendingRequest: pendingRequest() });
    expect(named({ review, viewer: viewer({ sign: YES, resend: YES }) })).toEqual(["sign", "turn_down"]);
  });

  it("says the rule that keeps a requester from signing, once", () => {
    const review = reviewRow({ pendingRequest: pendingRequest() });
    const own = viewer({ sign: rule("You asked for this, so someone else must sign off."), withdraw: YES });
    expect(offersOf({ review, viewer: own })).toMatchObject([
      { decision: "sign", because: "You asked for this, so someone else must sign off." },
      { decision: "withdraw", because: null },
    ]);
  });

  it("leaves out what a role never may", () => {
    const review = reviewRow({ pendingRequest: pendingRequest() });
    expect(named({ review, viewer: viewer({ sign: role, withdraw: rule("Only Bo can withdraw it.") }) })).toEqual([]);
  });

  it("is undoing, once it is released or closed", () => {
    expect(named({ review: reviewRow({ state: "released" }), viewer: viewer({ takeBack: YES }) })).toEqual([
      "take_back",
    ]);
    expect(named({ review: reviewRow({ state: "closed" }), viewer: viewer({ reopen: YES }) })).toEqual(["reopen"]);
  });
});
