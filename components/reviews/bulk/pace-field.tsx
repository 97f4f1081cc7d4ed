"use client";

import { TextInput } from "@mantine/core";

const MAX_PACE_SECONDS = 300;

type PaceFieldProps = { value: string; wasTried: boolean; isFixed: boolean; onChange: (value: string) => void };

/** Between one release and the next. */
export function PaceField({ value, wasTried, isFixed, onChange }: PaceFieldProps) {
  const isWrong = wasTried && toSeconds(value) === null;
  return (
    <TextInput
      description="Seconds from one release to the next; 0 releases all at once."
      error={isWrong ? `A number from 0 to ${MAX_PACE_SECONDS}.` : undefined}
      inputMode="decimal"
      label="Pace"
      maw={320}
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={isFixed}
      size="md"
      value={value}
    />
  );
}

export function toSeconds(value: string): number | null {
  const seconds = value.trim() === "" ? Number.NaN : Number(value);
  return seconds >= 0 && seconds <= MAX_PACE_SECONDS ? seconds : null;
}
