"use client";

import { Textarea, TextInput } from "@mantine/core";
import type { DialogCopy } from "./dialog-types.ts";
import { ReasonChoice } from "./reason-choice.tsx";
import type { FilledGrounds } from "./use-grounds.ts";

type GroundsFieldsProps = {
  copy: DialogCopy;
  grounds: FilledGrounds;
  /** Sent, or overtaken: what was written stays, to read and to copy. */
  isFixed: boolean;
};

export function GroundsFields({ copy, grounds, isFixed }: GroundsFieldsProps) {
  return (
    <>
      <ReasonChoice
        chosen={grounds.reason}
        isFixed={isFixed}
        error={grounds.missing.reason ?? null}
        onChoose={grounds.setReason}
        question={copy.question}
        reasons={copy.reasons}
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
      <Textarea
        autosize
        error={grounds.missing.note}
        label={grounds.reason?.needsNote ? "Note" : "Note (optional)"}
        maxRows={6}
        minRows={2}
        onChange={(event) => grounds.setNote(event.currentTarget.value)}
        readOnly={isFixed}
        size="md"
        value={grounds.note}
      />
    </>
  );
}
