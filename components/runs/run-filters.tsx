"use client";

import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { RunFilter } from "#lib/client/run-queries.ts";
import { RUN_STATES, type RunState } from "#lib/runs/contract.ts";
import { RUN_STATE_WORDS } from "./run-words.ts";
import classes from "./runs.module.css";

type RunFiltersProps = { filter: RunFilter; onFilter: (filter: RunFilter) => void };

const STATE_OPTIONS = [
  { value: "", label: "All that is open" },
  ...RUN_STATES.map((state) => ({ value: state, label: RUN_STATE_WORDS[state] })),
];

/** Typed filters are sent when they are submitted; what is chosen takes effect at once. */
export function RunFilters({ filter, onFilter }: RunFiltersProps) {
  const [text, setText] = useState(filter.text ?? "");
  const [kind, setKind] = useState(filter.kind ?? "");
  const typed = { text: text.trim() === "" ? null : text.trim(), kind: kind.trim() === "" ? null : kind.trim() };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...filter, ...typed });
  };
  return (
    <form aria-label="Filter runs" className={classes.filters} onSubmit={submit} role="search">
      <TextInput
        className={classes.text ?? ""}
        label="Run id, or a part of it"
        onChange={(event) => setText(event.currentTarget.value)}
        value={text}
      />
      <TextInput label="Kind" onChange={(event) => setKind(event.currentTarget.value)} value={kind} />
      <NativeSelect
        data={STATE_OPTIONS}
        label="State"
        onChange={({ currentTarget: { value } }) => {
          const state: RunState | null = RUN_STATES.find((one) => one === value) ?? null;
          onFilter({ ...filter, ...typed, state });
        }}
        value={filter.state ?? ""}
      />
      <Checkbox
        checked={filter.stuck}
        className={classes.stuck ?? ""}
        label="Has a stuck step"
        onChange={(event) => onFilter({ ...filter, ...typed, stuck: event.currentTarget.checked })}
      />
      <Button type="submit" variant="default">
        Filter
      </Button>
    </form>
  );
}
