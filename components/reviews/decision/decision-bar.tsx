"use client";

import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { useZone } from "../../ui/time/zone.tsx";
import { DecisionDialog } from "../dialog/decision-dialog.tsx";
import type { DialogPinned, Words } from "../dialog/dialog-types.ts";
import { useNow } from "../now.tsx";
import { InstantDecision } from "./instant-decision.tsx";
import { type Offer, offersOf } from "./offers.ts";
import { Said } from "./said.tsx";
import { situationOf } from "./situation.ts";
import { tellDecision } from "./tell-decision.ts";
import { useDecisionKeys } from "./use-decision-keys.ts";
import classes from "./decision-bar.module.css";

type DecisionBarProps = {
  detail: ReviewDetail;
  environment: string | null;
  /** While a dialog is open, what is on screen stays as it is. */
  onDeciding: (isDeciding: boolean) => void;
};

/** Last in reading order, always in sight: the evidence comes first, and the buttons are where the hand expects them. */
export function DecisionBar({ detail, environment, onDeciding }: DecisionBarProps) {
  const [pinned, setPinned] = useState<DialogPinned | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<Words | null>(null);
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const offers = offersOf(detail);
  useDecisionKeys(offers, bar);

  const open = (decision: DialogPinned["decision"], from: HTMLElement) => {
    opener.current = from;
    setSaid(null);
    setPinned({ decision, detail, key: newIdempotencyKey() });
    setOpen(true);
    onDeciding(true);
  };
  const close = () => {
    setOpen(false);
    onDeciding(false);
  };
  const closed = () => {
    const back = opener.current?.isConnected ? opener.current : bar.current;
    back?.focus();
  };
  const zone = useZone();
  const done = (words: Words) => {
    setSaid(words);
    if (pinned !== null && isOpen) tellDecision(pinned.decision, pinned.detail, words, zone);
    if (isOpen) close();
    else bar.current?.focus();
  };

  return (
    <section aria-label="Decision" className={classes.bar} id="decision" ref={bar} tabIndex={-1}>
      <div className={classes.words}>
        <p className={classes.said} role="status">
          {said && <Said words={said} />}
        </p>
        <Situation detail={detail} offers={offers} />
      </div>
      <div className={classes.buttons}>
        {offers.map((offer) => (
          <OfferButton
            detail={detail}
            key={offer.decision + detail.review.version}
            offer={offer}
            onDone={done}
            onOpen={open}
          />
        ))}
      </div>
      <DecisionDialog
        environment={environment}
        isOpen={isOpen}
        onClosed={closed}
        onDone={done}
        onKeep={close}
        pinned={pinned}
      />
    </section>
  );
}

function Situation({ detail, offers }: { detail: ReviewDetail; offers: readonly Offer[] }) {
  const now = useNow();
  const blocked = offers.find(({ because }) => because !== null);
  const isSecondary = blocked === undefined && offers.length > 1;
  return (
    <p className={classes.situation} data-secondary={isSecondary || undefined}>
      <Said words={situationOf(detail, now)} />
      {blocked && (
        <strong id="blocked">
          {" "}
          {blocked.because} {whoCan(detail, blocked)}
        </strong>
      )}
    </p>
  );
}

function whoCan({ couldSign }: ReviewDetail, { decision }: Offer): string {
  if (decision !== "sign") return "";
  const names = couldSign.map(({ name }) => name);
  return names.length === 0 ? "Nobody else may at the moment." : `${names.join(" or ")} can.`;
}

type OfferButtonProps = {
  offer: Offer;
  detail: ReviewDetail;
  onOpen: (decision: DialogPinned["decision"], from: HTMLElement) => void;
  onDone: (words: Words) => void;
};

function OfferButton({ offer: { decision, label, because }, detail, onOpen, onDone }: OfferButtonProps) {
  if (decision === "withdraw" || decision === "take_back") {
    return <InstantDecision decision={decision} detail={detail} label={label} onDone={onDone} />;
  }
  const maySend = decision === "send" || decision === "resend" || decision === "sign";
  return (
    <Button
      aria-describedby={because === null ? undefined : "blocked"}
      className={maySend && because === null ? classes.maySend : undefined}
      data-decision={decision}
      data-disabled={because !== null}
      onClick={(event) => because === null && onOpen(decision, event.currentTarget)}
      variant="default"
      {...(because !== null && { "aria-disabled": true })}
    >
      {label}
    </Button>
  );
}
