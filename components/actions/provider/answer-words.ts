import type { VerificationView } from "#lib/verification/contract.ts";

export const ANSWER_WORDS = {
  landed: "It happened",
  absent: "The provider knows nothing of it",
  inconclusive: "No clear answer",
} as const satisfies Record<NonNullable<VerificationView["answer"]>, string>;

export const CONSEQUENCE_WORDS = {
  settled: "Recorded as happened.",
  released: "Given back for one more attempt.",
  asked: "Then a person was asked.",
  try_again: "To be asked again.",
  too_early: "Too early to be proof: asked again.",
  review_open: "A person was already deciding: kept as evidence, and nothing was released.",
  overtaken: "The action had changed meanwhile: nothing followed.",
} as const satisfies Record<NonNullable<VerificationView["consequence"]>, string>;
