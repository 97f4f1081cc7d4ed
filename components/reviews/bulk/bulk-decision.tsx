"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { bulkDecisions } from "#lib/client/bulk-decisions.ts";
import type { BulkDetail } from "#lib/reviews/bulk/contract.ts";
import type { Verdict } from "#lib/reviews/contract.ts";
import type { Grounds } from "../decision/make-decision.ts";
import { approveCopy, askCopy, turnDownCopy } from "./bulk-copy.ts";
import { BulkForm } from "./bulk-form.tsx";
import { countOf, phraseOf } from "./bulk-words.ts";
import { StopBulk } from "./stop-bulk.tsx";
import classes from "./bulk.module.css";

type BulkDecisionProps = { detail: BulkDetail; onDone: (said: string) => void };

/** What this viewer can do with the set; where a rule forbids it, why. */
export function BulkDecision({ detail, onDone }: BulkDecisionProps) {
  const { state, viewer } = detail;
  if (state === "draft")
    return viewer.ask.allowed ? <Ask detail={detail} onDone={onDone} /> : <Because text={viewer.ask.because} />;
  return (
    <>
      <Sign detail={detail} onDone={onDone} />
      {viewer.stop.allowed && <StopBulk id={detail.id} onDone={onDone} />}
    </>
  );
}

function Because({ text }: { text: string }) {
  return <p className={classes.because}>{text}</p>;
}

function Ask({ detail, onDone }: BulkDecisionProps) {
  const router = useRouter();
  const { id, type, counts } = detail;
  if (counts.asked === 0) return <Because text="Every row of this set was left out: there is nothing to ask for." />;
  const ask = async (given: Grounds & { paceSeconds: number }, key: string) => {
    const { pending, approved, refused } = await bulkDecisions.ask(
      id,
      { ...textsOf(given), paceSeconds: given.paceSeconds },
      key,
    );
    const parts = [
      pending > 0 && `${countOf(pending, type)} asked for: they wait for a sign-off`,
      approved > 0 && `${approved} took effect`,
      refused.length > 0 && `${refused.length} refused: each row says why`,
    ];
    return `${parts.filter(Boolean).join("; ")}.`;
  };
  return (
    <BulkForm
      asksPace={type === "resend" || type === "send"}
      copy={askCopy(detail)}
      decide={ask}
      onDone={onDone}
      onKeep={() => router.push("/queue")}
      phrase={phraseOf(counts.asked, type)}
      takesFocus={false}
    />
  );
}

function Sign({ detail, onDone }: BulkDecisionProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const { id, type, viewer, signable } = detail;
  if (!viewer.sign.allowed) return viewer.sign.blockedBy === "rule" ? <Because text={viewer.sign.because} /> : null;
  if (signable === 0) return <Because text="You can sign none of what waits here: each row says why." />;
  if (verdict === null) {
    return (
      <div className={classes.buttons}>
        <Button onClick={() => setVerdict("reject")} variant="default">
          Turn down…
        </Button>
        <Button
          className={type === "dismiss" ? "" : classes.maySend}
          onClick={() => setVerdict("approve")}
          variant="default"
        >
          Sign off {countOf(signable, type)}…
        </Button>
      </div>
    );
  }
  const sign = async (given: Grounds, key: string) => {
    const note = [given.reason, given.note].filter(Boolean).join(". ");
    const { signed, decided, refused } = await bulkDecisions.sign(id, { verdict, note }, key);
    return saySigned({ verdict, signed, decided, refused: refused.length });
  };
  return (
    <BulkForm
      asksPace={false}
      copy={verdict === "approve" ? approveCopy(detail) : turnDownCopy(detail)}
      decide={sign}
      key={verdict}
      onDone={(said) => {
        setVerdict(null);
        onDone(said);
      }}
      onKeep={() => setVerdict(null)}
      phrase={verdict === "approve" ? phraseOf(signable, type) : null}
      takesFocus
    />
  );
}

type Signed = { verdict: Verdict; signed: number; decided: number; refused: number };

function saySigned({ verdict, signed, decided, refused }: Signed): string {
  const deed = verdict === "approve" ? "approved" : "turned down";
  const more = verdict === "approve" && decided < signed ? ` ${signed - decided} need one more sign-off.` : "";
  const left = refused > 0 ? ` ${refused} could not be signed: each row says why.` : "";
  return `Your signature is recorded: ${signed} ${deed}.${more}${left}`;
}

function textsOf({ reason, note, reference }: Grounds) {
  return { reason, ...(note !== "" && { note }), ...(reference !== "" && { reference }) };
}
