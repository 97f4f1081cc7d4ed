"use client";

import { InputBase, TextInput } from "@mantine/core";
import type { DialogCopy } from "./dialog-types.ts";
import { ReasonChoice } from "./reason-choice.tsx";
import type { FilledGrounds } from "./use-grounds.ts";
import classes from "./decision-dialog.module.css";

type GroundsFieldsProps = {
  copy: DialogCopy;
  grounds: FilledGrounds;
  /** Sent, or overtaken: what was written stays, to read and to copy. */
  isFixed: boolean;
  takesFocus?: boolean;
};

export function GroundsFields({ copy, grounds, isFixed, takesFocus = true }: GroundsFieldsProps) {
  return (
    <>
      <ReasonChoice
        chosen={grounds.reason}
        isFixed={isFixed}
        error={grounds.missing.reason ?? null}
        onChoose={grounds.choose}
        question={copy.question}
        reasons={copy.reasons}
        takesFocus={takesFocus}
      />
      {copy.reference !== null && (
        <TextInput
          error={grounds.missing.reference}
          label={copy.reference}
          onChange={(event) => grounds.setReference(event.currentTarget.value)}
          readOnly={isFixed}
          required
          size="md"
          value={grounds.reference}
          withAsterisk={false}
        />
      )}
      <InputBase
        classNames={{ input: classes.note }}
        component="textarea"
        error={grounds.missing.note}
        label={grounds.reason?.needsNote ? "Note" : "Note (optional)"}
        onChange={(event) => grounds.setNote(event.currentTarget.value)}
        multiline
        readOnly={isFixed}
        rows={3}
        size="md"
        value={grounds.note}
      />
    </>
  );
}
