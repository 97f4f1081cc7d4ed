"use client";

import { useState } from "react";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { BusyButton } from "../busy-button.tsx";
import type { Words } from "../dialog/dialog-types.ts";
import { Refusal, Uncertain } from "../notices/refusal.tsx";
import { NO_GROUNDS } from "./make-decision.ts";
import { useDecide } from "./use-decide.ts";

type InstantDecisionProps = {
  decision: "withdraw" | "take_back";
  label: string;
  detail: ReviewDetail;
  onDone: (words: Words) => void;
};

/** Undoing asks nothing: it only keeps something from being sent. */
export function InstantDecision({ decision, label, detail, onDone }: InstantDecisionProps) {
  const [key] = useState(newIdempotencyKey);
  const { decide, isSending, refusal, isUncertain, askAgain } = useDecide({ decision, detail, key }, onDone);
  const undo = () => decide(NO_GROUNDS);
  return (
    <>
      <BusyButton data-decision={decision} isBusy={isSending} onClick={undo} variant="default">
        {label}
      </BusyButton>
      {refusal && <Refusal onSignedIn={undo} problem={refusal} />}
      {isUncertain && <Uncertain isAsking={isSending} onAskAgain={() => askAgain(NO_GROUNDS)} />}
    </>
  );
}
