"use client";

import { Button, InputBase, TextInput } from "@mantine/core";
import { useState } from "react";
import type { EditField } from "../../actions/kinds/index.ts";
import { textField } from "../../actions/kinds/read-fields.ts";
import { asText, type Parsed, withField } from "./edited-value.ts";
import classes from "./edit-payload.module.css";

const LONG_ROWS = 10;
const TEXT_ROWS = 16;

type PayloadFieldsProps = {
  fields: readonly EditField[];
  /** The payload as JSON text: what is edited, whichever way. */
  text: string;
  parsed: Parsed;
  isFixed: boolean;
  onChange: (text: string) => void;
};

/** By name where the kind knows its fields, else as JSON: both write the one text. */
export function PayloadFields({ fields, text, parsed, isFixed, onChange }: PayloadFieldsProps) {
  const [isRaw, setRaw] = useState(fields.length === 0);
  const problem = "problem" in parsed ? parsed.problem : null;
  return (
    <>
      {isRaw || problem !== null ? (
        <InputBase
          classNames={{ input: classes.text }}
          component="textarea"
          error={problem}
          label="Payload, as JSON"
          multiline
          onChange={(event) => onChange(event.currentTarget.value)}
          readOnly={isFixed}
          rows={TEXT_ROWS}
          spellCheck={false}
          value={text}
        />
      ) : (
        "value" in parsed &&
        fields.map((field) => (
          <FieldInput
            field={field}
            isFixed={isFixed}
            key={field.name}
            onChange={(typed) => onChange(asText(withField(parsed.value, field.name, typed)))}
            value={textField(parsed.value, field.name) ?? ""}
          />
        ))
      )}
      {fields.length > 0 && (
        <Button
          disabled={problem !== null}
          onClick={() => setRaw(!isRaw)}
          size="compact-sm"
          style={{ justifySelf: "start" }}
          variant="default"
        >
          {isRaw ? "Edit by field" : "Edit as JSON"}
        </Button>
      )}
    </>
  );
}

type FieldInputProps = { field: EditField; value: string; isFixed: boolean; onChange: (value: string) => void };

function FieldInput({ field: { label, isLong }, value, isFixed, onChange }: FieldInputProps) {
  if (!isLong) {
    return (
      <TextInput
        label={label}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={isFixed}
        size="md"
        value={value}
      />
    );
  }
  return (
    <InputBase
      classNames={{ input: classes.long }}
      component="textarea"
      label={label}
      multiline
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={isFixed}
      rows={LONG_ROWS}
      size="md"
      value={value}
    />
  );
}
