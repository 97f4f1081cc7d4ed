"use client";

import { Button, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { EditActionInput } from "#lib/actions/contract.ts";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { useSend } from "../../ui/use-send.ts";
import { BusyButton } from "../busy-button.tsx";
import { isOvertaken, Refusal, Uncertain } from "../notices/refusal.tsx";
import { asText, fieldsOf, parseText, targetOf } from "./edited-value.ts";
import { PayloadFields } from "./payload-fields.tsx";
import dialog from "../dialog/decision-dialog.module.css";

type EditFormProps = { detail: ReviewDetail; onKeep: () => void };

/** What is known of the bytes that stand there, what will happen, the bytes, why, and the two ways out. */
export function EditForm({ detail, onKeep }: EditFormProps) {
  const router = useRouter();
  const { action, review } = detail;
  const fields = fieldsOf(action.payload.value, kindOf(review.kind).fields);
  const [text, setText] = useState(() => asText(action.payload.value));
  const [reason, setReason] = useState("");
  const [wasTried, setTried] = useState(false);
  const parsed = parseText(text);
  const { send, isSending, refusal, isUncertain } = useSend({
    send: (input: EditActionInput, key: string) => reviewDecisions.edit(review.actionKey, input, key),
    refreshes: reviewQueries.all,
    onDone: ({ reviewId }) => router.push(`/reviews/${reviewId}`),
  });
  const isOver = refusal !== null && isOvertaken(refusal);
  const isFixed = isSending || isUncertain || isOver;
  const isMissing = reason.trim() === "";

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (isSending || isOver || isMissing || "problem" in parsed) return;
    const target = targetOf(action.payload.value, parsed.value, fields);
    const { version, payloadHash } = review;
    send({ payload: parsed.value, reason, version, payloadHash, ...(target !== undefined && { target }) });
  };

  return (
    <form className={dialog.form} noValidate onSubmit={submit}>
      <p className={dialog.fact}>{detail.verdict}</p>
      <p className={dialog.outcome}>
        Nothing is sent now. This becomes a new action that replaces the old one; someone who edited no version of it
        must sign off before it is sent. You cannot sign it. A request that waits here ends.
      </p>
      <PayloadFields fields={fields} isFixed={isFixed} onChange={setText} parsed={parsed} text={text} />
      <TextInput
        error={wasTried && isMissing && "Say why."}
        label="Why?"
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        readOnly={isFixed}
        required
        size="md"
        value={reason}
        withAsterisk={false}
      />
      {refusal && !isSending && <Refusal onSignedIn={submit} problem={refusal} />}
      {isUncertain && <Uncertain isAsking={isSending} onAskAgain={submit} />}
      <div className={dialog.ways}>
        <Button onClick={onKeep} variant="default">
          {isFixed ? "Close" : "Keep as it is"}
        </Button>
        {!isOver && !isUncertain && (
          <BusyButton isBusy={isSending} type="submit">
            Replace and ask for sign-off
          </BusyButton>
        )}
      </div>
    </form>
  );
}
