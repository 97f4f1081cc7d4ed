"use client";

import { Radio, Text } from "@mantine/core";
import type { Reason } from "./dialog-types.ts";
import classes from "./decision-dialog.module.css";

type ReasonChoiceProps = {
  question: string;
  reasons: readonly Reason[];
  chosen: Reason | null;
  error: string | null;
  isFixed: boolean;
  onChoose: (reason: Reason) => void;
  /** Not where the reasons stand below what has to be read first. */
  takesFocus: boolean;
};

/** Numbered, because a digit chooses. The first has the focus when a dialog opens, and none is chosen. */
export function ReasonChoice({ question, reasons, chosen, error, isFixed, onChoose, takesFocus }: ReasonChoiceProps) {
  return (
    <fieldset className={classes.reasons}>
      <legend className={classes.question}>{question}</legend>
      {reasons.map((reason, index) => (
        <Radio
          classNames={{ root: classes.option, radio: classes.circle }}
          aria-describedby={error === null ? undefined : "reason-error"}
          checked={chosen?.text === reason.text}
          // Besides the dialog's own focus, which comes later than a quick first key.
          autoFocus={takesFocus && index === 0}
          data-autofocus={reason.text === (chosen ?? reasons[0])?.text || undefined}
          key={reason.text}
          label={
            <span className={classes.reason}>
              <span className={classes.digit}>{index + 1}</span> <span>{reason.text}</span>
            </span>
          }
          name="reason"
          onChange={() => !isFixed && onChoose(reason)}
          value={reason.text}
        />
      ))}
      {error !== null && (
        <Text c="error" id="reason-error" size="sm">
          {error}
        </Text>
      )}
      <p aria-live="polite" className={classes.result}>
        {chosen?.result}
      </p>
    </fieldset>
  );
}
