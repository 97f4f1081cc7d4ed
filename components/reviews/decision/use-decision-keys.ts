"use client";

import type { RefObject } from "react";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { Decision, Offer } from "./offers.ts";

/** `r` never signs and `a` never asks: the two roles share no key that does different things. */
const KEYS: Record<Exclude<Decision, "reopen">, { keys: string; word: string }> = {
  resend: { keys: "r", word: "Ask for a resend…" },
  send: { keys: "r", word: "Ask for the first send…" },
  mark_happened: { keys: "m", word: "Record that it happened…" },
  dismiss: { keys: "d", word: "Dismiss…" },
  sign: { keys: "a", word: "Approve…" },
  turn_down: { keys: "n", word: "Turn down…" },
  withdraw: { keys: "z", word: "Withdraw" },
  take_back: { keys: "z", word: "Take back" },
};

/** A key presses the button that is on screen: what is not offered, or stands blocked, no key can do either. */
export function useDecisionKeys(offers: readonly Offer[], bar: RefObject<HTMLElement | null>): void {
  useKeys(
    "item",
    offers.flatMap(({ decision, because }) =>
      decision === "reopen"
        ? []
        : [
            {
              ...KEYS[decision],
              isOff: because !== null,
              run: () => bar.current?.querySelector<HTMLElement>(`[data-decision=${decision}]`)?.click(),
            },
          ],
    ),
  );
}
