"use client";

import { Button, TextInput, Title } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { BusyButton } from "../busy-button.tsx";
import type { Grounds } from "../decision/make-decision.ts";
import { Said } from "../decision/said.tsx";
import type { DialogCopy } from "../dialog/dialog-types.ts";
import { GroundsFields } from "../dialog/grounds-fields.tsx";
import { useGrounds } from "../dialog/use-grounds.ts";
import { isOvertaken, Refusal, Uncertain } from "../notices/refusal.tsx";
import { PaceField, toSeconds } from "./pace-field.tsx";
import { useBulkDecide } from "./use-bulk-decide.ts";
import classes from "./bulk.module.css";

const DEFAULT_PACE = "2";

type BulkFormProps = {
  copy: DialogCopy;
  /** To be typed; null where nothing can go out or away by it. */
  phrase: string | null;
  asksPace: boolean;
  /** Where it was opened by a button; where it stands on the page, the page is read first. */
  takesFocus: boolean;
  decide: (grounds: Grounds & { paceSeconds: number }, key: string) => Promise<string>;
  onKeep: () => void;
  onDone: (said: string) => void;
};

/** On the page itself, below what it is about. In the order of every dialog, and then the phrase with the number. */
export function BulkForm({ copy, phrase, asksPace, takesFocus, decide, onKeep, onDone }: BulkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const grounds = useGrounds(copy);
  const [typed, setTyped] = useState("");
  const [pace, setPace] = useState(DEFAULT_PACE);
  const [wasTried, setTried] = useState(false);
  const sending = useBulkDecide(decide, onDone);
  const isOver = sending.refusal !== null && isOvertaken(sending.refusal);
  const isFixed = sending.isSending || sending.isUncertain || isOver;
  const paceSeconds = asksPace ? toSeconds(pace) : 0;
  const isTyped = phrase === null || typed.trim() === phrase;

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.isSending || isOver) return;
    setTried(true);
    const complete = grounds.complete();
    if (complete && isTyped && paceSeconds !== null) sending.decide({ ...complete, paceSeconds });
    else requestAnimationFrame(() => focusFirstMissing(form.current));
  };

  return (
    <form aria-label={copy.title} className={classes.form} noValidate onSubmit={submit} ref={form}>
      <Title order={2}>{copy.title}</Title>
      <Known copy={copy} />
      <GroundsFields copy={copy} grounds={grounds} isFixed={isFixed} takesFocus={takesFocus} />
      {asksPace && <PaceField isFixed={isFixed} onChange={setPace} value={pace} wasTried={wasTried} />}
      {phrase !== null && (
        <TextInput
          autoComplete="off"
          error={wasTried && !isTyped ? `Type ${phrase}` : undefined}
          label={
            <>
              Type <strong>{phrase}</strong>
            </>
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
          readOnly={isFixed}
          size="md"
          value={typed}
        />
      )}
      {sending.refusal && !sending.isSending && (
        <Refusal onSignedIn={submit} problem={sending.refusal} {...(takesFocus && { onShow: onKeep })} />
      )}
      {sending.isUncertain && <Uncertain isAsking={sending.isSending} onAskAgain={submit} />}
      <div className={classes.ways}>
        <Button onClick={onKeep} variant="default">
          {copy.keep}
        </Button>
        {!isOver && !sending.isUncertain && (
          <BusyButton
            className={copy.maySend ? classes.maySend : ""}
            isBusy={sending.isSending}
            type="submit"
            variant={copy.maySend ? "default" : "filled"}
          >
            {copy.act}
          </BusyButton>
        )}
      </div>
    </form>
  );
}

/** What is known, then what will happen. */
function Known({ copy }: { copy: DialogCopy }) {
  return (
    <>
      {copy.fact.length > 0 && (
        <p className={classes.fact} data-may-send={copy.maySend || undefined}>
          <Said words={copy.fact} />
        </p>
      )}
      {copy.outcome.map((words, index) => (
        <p className={classes.plain} key={index}>
          <Said words={words} />
        </p>
      ))}
    </>
  );
}

function focusFirstMissing(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [aria-describedby=reason-error]")?.focus();
}
