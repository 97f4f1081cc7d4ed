"use client";

import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { runDecisions, runQueries } from "#lib/client/run-queries.ts";
import type { RunDetail } from "#lib/runs/contract.ts";
import { useHoldLive } from "../layout/live/live-provider.tsx";
import { BusyButton } from "../reviews/busy-button.tsx";
import { isOvertaken, Refusal, Uncertain } from "../reviews/notices/refusal.tsx";
import { useSend } from "../ui/use-send.ts";
import { cancelledSentence } from "./run-words.ts";
import dialog from "../reviews/dialog/decision-dialog.module.css";
import classes from "./run.module.css";

/** Offered while something of the run waits; what a worker is at is not taken from it. */
export function CancelRun({ detail }: { detail: RunDetail }) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  useHoldLive(isOpen);
  const done = (words: string) => {
    setSaid(words);
    setOpen(false);
  };
  return (
    <div className={classes.cancel}>
      {detail.cancel.dismisses > 0 && (
        <Button onClick={() => setOpen(true)} variant="default">
          Cancel this run
        </Button>
      )}
      <p className={classes.said} role="status">
        {said}
      </p>
      <Modal
        classNames={{
          inner: dialog.inner,
          content: dialog.content,
          header: dialog.header,
          title: dialog.title,
          body: dialog.body,
        }}
        closeOnClickOutside={false}
        onClose={() => setOpen(false)}
        opened={isOpen}
        size={560}
        title="Cancel this run?"
        transitionProps={{ duration: 0 }}
      >
        <CancelForm detail={detail} onDone={done} onKeep={() => setOpen(false)} />
      </Modal>
    </div>
  );
}

type CancelFormProps = { detail: RunDetail; onKeep: () => void; onDone: (words: string) => void };

function CancelForm({ detail: { run, cancel }, onKeep, onDone }: CancelFormProps) {
  const [reason, setReason] = useState("");
  const [wasTried, setTried] = useState(false);
  const { send, isSending, refusal, isUncertain } = useSend({
    send: (given: string, key: string) => runDecisions.cancel(run.runId, { reason: given }, key),
    refreshes: runQueries.all,
    onDone: (answer) => onDone(cancelledSentence(answer)),
  });
  const isOver = refusal !== null && isOvertaken(refusal);
  const isMissing = reason.trim() === "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (!isSending && !isOver && !isMissing) send(reason);
  };
  return (
    <form className={dialog.form} noValidate onSubmit={submit}>
      <p className={dialog.fact}>
        {cancel.dismisses === 1 ? "1 action of it waits." : `${cancel.dismisses} actions of it wait.`}{" "}
        {cancel.leavesInFlight > 0 && `${cancel.leavesInFlight} in flight: a worker is at it.`}
      </p>
      <p className={dialog.outcome}>
        All that wait are dismissed together, for this one reason, and nothing more of them is sent. Each can be
        reopened by itself. What is in flight ends as it ends. Whether an earlier attempt arrived is not changed by
        this. A step that the run makes later is not refused.
      </p>
      <TextInput
        error={wasTried && isMissing && "Say why."}
        label="Why?"
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        readOnly={isSending || isUncertain || isOver}
        required
        size="md"
        value={reason}
        withAsterisk={false}
      />
      {refusal && !isSending && <Refusal onSignedIn={submit} problem={refusal} />}
      {isUncertain && <Uncertain isAsking={isSending} onAskAgain={submit} />}
      <div className={dialog.ways}>
        <Button onClick={onKeep} variant="default">
          {isOver || isUncertain ? "Close" : "Keep it going"}
        </Button>
        {!isOver && !isUncertain && (
          <BusyButton isBusy={isSending} type="submit">
            Cancel the run
          </BusyButton>
        )}
      </div>
    </form>
  );
}
