import { AppError, type ErrorCode, type ErrorFacts } from "../../errors.ts";
import type { ViewerPermission } from "../contract.ts";

/** What a `may…` function answers: one ruling for the button, the use case and the API. */
export type Ruling =
  | { allowed: true }
  | {
      allowed: false;
      /** `state`: decided or under way; `rule`: stands against this person or this action; `role`: never theirs. */
      blockedBy: "role" | "rule" | "state";
      code: ErrorCode;
      because: string;
      facts?: ErrorFacts;
    };

export type Refusal = Extract<Ruling, { allowed: false }>;

export const ALLOWED: Ruling = { allowed: true };

export function refusal(
  blockedBy: Refusal["blockedBy"],
  code: ErrorCode,
  because: string,
  facts: ErrorFacts = {},
): Refusal {
  return { allowed: false, blockedBy, code, because, facts };
}

export function toError({ code, because, facts }: Refusal): AppError {
  return new AppError(code, because, facts);
}

export function toPermission(ruling: Ruling): ViewerPermission {
  if (ruling.allowed) return { allowed: true };
  return { allowed: false, blockedBy: ruling.blockedBy, because: ruling.because };
}
