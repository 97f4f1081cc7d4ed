"use client";

import { Button, Kbd } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { BusyButton } from "../busy-button.tsx";
import { Said } from "../decision/said.tsx";
import { useDecide } from "../decision/use-decide.ts";
import { isOvertaken, NotRecorded, Refusal, Uncertain } from "../notices/refusal.tsx";
import type { DialogCopy, DialogPinned, Words } from "./dialog-types.ts";
import { GroundsFields } from "./grounds-fields.tsx";
import { useGrounds } from "./use-grounds.ts";
import classes from "./decision-dialog.module.css";

type DecisionFormProps = { copy: DialogCopy; pinned: DialogPinned; onKeep: () => void; onDone: (words: Words) => void };

/** In this order: what is known, what will happen, why, a note, the answer if it is no, and the two ways out. */
export function DecisionForm({ copy, pinned, onKeep, onDone }: DecisionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const grounds = useGrounds(copy);
  const { decide, isSending, refusal, isUncertain, isNotRecorded, askAgain } = useDecide(pinned, onDone);
  const isOver = refusal !== null && isOvertaken(refusal);
  const isFixed = isSending || isUncertain || isNotRecorded || isOver;

  useEffect(() => {
    if (refusal || isUncertain || isNotRecorded)
      form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [refusal, isUncertain, isNotRecorded]);

  const submit = (event?: FormEvent | KeyboardEvent) => {
    event?.preventDefault();
    if (isSending || isOver) return;
    const complete = grounds.complete();
    if (complete && isUncertain) askAgain(complete);
    else if (complete) decide(complete);
    // After the fields have been marked.
    else requestAnimationFrame(() => focusFirstMissing(form.current));
  };
  const choose = (index: number) => {
    const reason = copy.reasons[index];
    if (reason === undefined) return;
    grounds.choose(reason);
    form.current?.querySelectorAll<HTMLElement>("input[name=reason]")[index]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // Without it a field would submit the form once more by itself.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    else if (/^[1-9]$/.test(event.key) && !isFixed && !isTyping(event)) choose(Number(event.key) - 1);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside the controls' own
    <form className={classes.form} noValidate onKeyDown={press} onSubmit={submit} ref={form}>
      {copy.fact.length > 0 && (
        <p className={classes.fact} data-may-send={copy.maySend || undefined}>
          <Said words={copy.fact} />
        </p>
      )}
      {copy.outcome.map((words, index) => (
        <p className={classes.outcome} key={index}>
          <Said words={words} />
        </p>
      ))}
      <GroundsFields copy={copy} grounds={grounds} isFixed={isFixed} />
      {refusal && !isSending && <Refusal onShow={onKeep} onSignedIn={submit} problem={refusal} />}
      {isUncertain && <Uncertain isAsking={isSending} onAskAgain={submit} />}
      {isNotRecorded && !isSending && <NotRecorded />}
      <Ways
        copy={copy}
        isSending={isSending}
        onKeep={onKeep}
        state={isOver ? "over" : isUncertain ? "uncertain" : isNotRecorded ? "again" : "open"}
      />
    </form>
  );
}

type WaysProps = {
  copy: DialogCopy;
  state: "open" | "uncertain" | "again" | "over";
  isSending: boolean;
  onKeep: () => void;
};

/** The safe way left, the deed right; no deed where it can lead nowhere any more. */
function Ways({ copy, state, isSending, onKeep }: WaysProps) {
  return (
    <div className={classes.ways}>
      <Button onClick={onKeep} variant="default">
        {state === "open" || state === "again" ? copy.keep : "Close"}
      </Button>
      {(state === "open" || state === "again") && (
        <BusyButton
          className={copy.maySend ? classes.maySend : ""}
          isBusy={isSending}
          type="submit"
          variant={copy.maySend ? "default" : "filled"}
        >
          {state === "again" ? "Submit again" : copy.act}{" "}
          <Kbd aria-hidden className={classes.keys} size="xs">
            Ctrl Enter
          </Kbd>
        </BusyButton>
      )}
    </div>
  );
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== "radio";
}

function focusFirstMissing(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [aria-describedby=reason-error]")?.focus();
}
