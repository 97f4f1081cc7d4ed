import { describe, expect, it } from "vitest";
import type { Role } from "#lib/auth/index.ts";
import { maySign, type SignableRequest } from "#lib/reviews/decide/may-sign.ts";
import { signOffsNeeded } from "#lib/reviews/decide/sign-offs-needed.ts";

const AT = new Date("2026-12-01T09:14:05Z");

function request(over: Partial<SignableRequest> = {}): SignableRequest {
  return { state: "pending", requestedBy: "bo", editedBy: "", editors: [], isExpired: false, signOffs: [], ...over };
}

const actor = (id: string, ...roles: Role[]) => ({ id, roles });

describe("maySign", () => {
  it("allows an approver who neither asked nor edited nor signed", () => {
    expect(maySign(actor("cara", "approver"), request())).toEqual({ allowed: true });
    expect(maySign(actor("cara", "operator", "approver", "admin"), request())).toEqual({ allowed: true });
  });

  it.each([
    ["who asked", actor("bo", "approver", "admin"), {}, "own_request"],
    ["who edited the bytes", actor("cara", "approver"), { editedBy: "cara" }, "own_request"],
    [
      "who edited a version before",
      actor("cara", "approver"),
      { editedBy: "dev", editors: ["cara", "dev"] },
      "own_request",
    ],
    ["an operator", actor("cara", "operator"), {}, "forbidden"],
    ["an admin who is no approver", actor("cara", "admin"), {}, "forbidden"],
    ["nobody's roles", actor("cara"), {}, "forbidden"],
    [
      "who signed already",
      actor("cara", "approver"),
      { signOffs: [{ approverId: "cara", at: AT }] },
      "decided_otherwise",
    ],
    ["anyone once it expired", actor("cara", "approver"), { isExpired: true }, "expired"],
    ["anyone once it is decided", actor("cara", "approver"), { state: "rejected" }, "illegal_transition"],
  ] as const)("refuses %s", (_, who, over, code) => {
    expect(maySign(who, request(over))).toMatchObject({ allowed: false, code });
  });
});

describe("signOffsNeeded", () => {
  const doubt = { failure: "may_have_happened", replacesDoubt: false };
  const proof = { failure: "did_not_happen", replacesDoubt: false };
  const none = { resend: 0, dismiss: 0, markHappened: 0 };

  it("is at least one for whatever may send twice, or sends for the first time", () => {
    expect(signOffsNeeded("resend", none, doubt)).toBe(1);
    expect(signOffsNeeded("resend", none, { failure: null, replacesDoubt: false })).toBe(1);
    expect(signOffsNeeded("resend", none, { ...proof, replacesDoubt: true })).toBe(1);
    expect(signOffsNeeded("send", none, { failure: null, replacesDoubt: false })).toBe(1);
    expect(signOffsNeeded("send", none, proof)).toBe(1);
  });

  it("is what the policy says otherwise", () => {
    expect(signOffsNeeded("resend", none, proof)).toBe(0);
    const many = { resend: 3, dismiss: 2, markHappened: 1 };
    expect(signOffsNeeded("resend", many, proof)).toBe(3);
    expect(signOffsNeeded("send", many, doubt)).toBe(3);
    expect(signOffsNeeded("dismiss", many, doubt)).toBe(2);
    expect(signOffsNeeded("mark_happened", many, doubt)).toBe(1);
    expect(signOffsNeeded("dismiss", none, doubt)).toBe(0);
  });
});
