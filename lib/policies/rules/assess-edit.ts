import type { PolicyFields } from "../contract.ts";
import { loosens } from "./strictness.ts";

/**
 * Longer than any claim that read the policy before the edit can take to write its row: whoever is claimed after it
 * was claimed under the edit.
 */
const LOOSENING_DELAY_SECONDS = 60;
const ADMINS_FOR_FOUR_EYES = 2;

export type Standing = {
  /** What the policy says; for a kind without one, the default. */
  current: PolicyFields;
  /** What binds a claim of this moment: stricter than `current` while a loosening waits to take effect. */
  binding: PolicyFields;
  /** Enabled accounts with the role, and those that were until a moment ago. */
  admins: number;
};

export type Assessment = {
  loosens: string[];
  needsSecondAdmin: boolean;
  delaySeconds: number;
  /** It keeps what an earlier edit loosened, which is still to take effect: not before that. */
  waitsForEarlier: boolean;
};

export function assessEdit({ current, binding, admins }: Standing, after: PolicyFields): Assessment {
  const looser = loosens(current, after);
  return {
    loosens: looser,
    needsSecondAdmin: looser.length > 0 && admins >= ADMINS_FOR_FOUR_EYES,
    delaySeconds: looser.length > 0 ? LOOSENING_DELAY_SECONDS : 0,
    waitsForEarlier: loosens(binding, after).length > 0,
  };
}
