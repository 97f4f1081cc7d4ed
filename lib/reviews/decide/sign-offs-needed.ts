import type { RequestType } from "../contract.ts";

export type SignOffRules = { resend: number; dismiss: number; markHappened: number };

export type Certainty = {
  failure: string | null;
  /** An action this one replaces may have happened. */
  replacesDoubt: boolean;
};

/** A first send always needs someone; so does a resend, unless it is proved that nothing happened, here and before. */
export function signOffsNeeded(type: RequestType, rules: SignOffRules, certainty: Certainty): number {
  switch (type) {
    case "send":
      return Math.max(1, rules.resend);
    case "resend":
      return isProved(certainty) ? rules.resend : Math.max(1, rules.resend);
    case "dismiss":
      return rules.dismiss;
    case "mark_happened":
      return rules.markHappened;
  }
}

function isProved({ failure, replacesDoubt }: Certainty): boolean {
  return failure === "did_not_happen" && !replacesDoubt;
}
