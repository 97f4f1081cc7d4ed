"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { FilterName, QueueFilter } from "#lib/client/queue/queue-queries.ts";
import type { ReviewFacets } from "#lib/reviews/lists/contract.ts";
import { type Facet, FACETS } from "#lib/reviews/lists/words.ts";
import { formatNumber } from "../../../ui/format-number.ts";
import { FILTER_WORDS, valueWords } from "./filter-words.ts";
import classes from "./filters.module.css";

type FilterPanelProps = {
  filter: QueueFilter;
  facets: ReviewFacets | undefined;
  error: Error | null;
  onSet: (name: FilterName, value: string | null) => void;
  children: ReactNode;
};

const HOUR = 3600;
const SPANS = [900, HOUR, 4 * HOUR, 24 * HOUR, 7 * 24 * HOUR].map(String);
const TYPED = ["run", "recipient"] as const;

/** By what the list can be narrowed; beside each value how many it would leave. */
export function FilterPanel({ filter, facets, error, onSet, children }: FilterPanelProps) {
  return (
    <section aria-label="Filter the list" className={classes.panel} id="filters">
      {FACETS.map((facet) => (
        <FacetSelect facet={facet} facets={facets} key={facet} onSet={onSet} value={filter[facet] ?? ""} />
      ))}
      {(["waitingOver", "decideWithin"] as const).map((name) => (
        <NativeSelect
          data={[{ value: "", label: "Any time" }, ...spansWith(filter[name]).map((value) => optionOf(name, value))]}
          key={name}
          label={FILTER_WORDS[name]}
          onChange={({ currentTarget: { value } }) => onSet(name, value)}
          value={filter[name] ?? ""}
        />
      ))}
      <NativeSelect
        data={[
          { value: "", label: "Any" },
          { value: "yes", label: "Has one" },
        ]}
        label={FILTER_WORDS.late}
        onChange={({ currentTarget: { value } }) => onSet("late", value)}
        value={filter.late ?? ""}
      />
      {TYPED.map((name) => (
        <TypedFilter key={name + filter[name]} name={name} onSet={onSet} value={filter[name] ?? ""} />
      ))}
      {children}
      {error !== null && <p role="status">What could be chosen cannot be counted right now.</p>}
      {facets?.isCapped && <p>Counted over the newest 200,000 cases.</p>}
    </section>
  );
}

/** A span that only the address names can be chosen again. */
function spansWith(value: string | undefined): string[] {
  return value === undefined || SPANS.includes(value) ? SPANS : [...SPANS, value];
}

function optionOf(name: FilterName, value: string) {
  return { value, label: valueWords(name, value) };
}

type FacetSelectProps = Pick<FilterPanelProps, "facets" | "onSet"> & { facet: Facet; value: string };

function FacetSelect({ facet, facets, value, onSet }: FacetSelectProps) {
  const counted = facets?.facets[facet] ?? [];
  const options = counted.map((each) => ({
    value: each.value,
    label: `${valueWords(facet, each.value, facets?.facets)} (${formatNumber(each.count)})`,
  }));
  const isKnown = value === "" || counted.some((each) => each.value === value);
  return (
    <NativeSelect
      data={[
        { value: "", label: facets === undefined ? "…" : "Any" },
        ...(isKnown ? [] : [optionOf(facet, value)]),
        ...options,
      ]}
      label={FILTER_WORDS[facet]}
      onChange={(event) => onSet(facet, event.currentTarget.value)}
      value={value}
    />
  );
}

type TypedFilterProps = Pick<FilterPanelProps, "onSet"> & { name: (typeof TYPED)[number]; value: string };

function TypedFilter({ name, value, onSet }: TypedFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSet(name, typed.trim());
  };
  return (
    <form className={classes.typed} onSubmit={submit}>
      <TextInput
        id={id}
        label={FILTER_WORDS[name]}
        onChange={(event) => setTyped(event.currentTarget.value)}
        value={typed}
      />
      <Button aria-describedby={id} type="submit" variant="default">
        Set
      </Button>
    </form>
  );
}
