"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type FilterName, queueQueries } from "#lib/client/queue/queue-queries.ts";
import { GROUPINGS } from "#lib/reviews/lists/words.ts";
import { queryOf, type QueueView } from "../queue-view.ts";
import type { ChangeView } from "../use-queue-view.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { FILTER_WORDS, valueWords } from "./filter-words.ts";
import { OrderSelect } from "./order-select.tsx";
import classes from "./filters.module.css";

type FilterBarProps = { view: QueueView; change: ChangeView };

const GROUP_OPTIONS = [
  { value: "", label: "Not grouped" },
  { value: "cause", label: "By cause" },
  { value: "run", label: "By run" },
  { value: "recipient", label: "By recipient" },
];

/** What narrows the list, each taken off by its own button; what may be chosen is counted when it is asked for. */
export function FilterBar({ view, change }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const facets = useQuery({ ...queueQueries.facets(queryOf(view)), enabled: isOpen });
  const { filter } = view;
  const set = (name: FilterName, value: string | null) => change({ filter: withValue(filter, name, value) });
  const chips = Object.entries(filter).flatMap(([name, value]) =>
    isFilterName(name) && name !== "text" && value !== undefined ? [{ name, value }] : [],
  );
  return (
    <>
      <div className={classes.bar}>
        <TextFilter key={filter.text ?? ""} onFilter={(text) => set("text", text)} text={filter.text ?? ""} />
        <Button aria-controls="filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} variant="default">
          {isOpen ? "Hide filters" : "Filter…"}
        </Button>
        <NativeSelect
          aria-label="Group by"
          data={GROUP_OPTIONS}
          onChange={({ currentTarget: { value } }) =>
            change({ group: GROUPINGS.find((grouping) => grouping === value) ?? null, pages: false })
          }
          value={view.group ?? ""}
        />
        {chips.length > 0 && (
          <ul aria-label="Filters" className={classes.chips}>
            {chips.map(({ name, value }) => (
              <li key={name}>
                <button className={classes.chip} onClick={() => set(name, null)} type="button">
                  <span className={classes.name}>{FILTER_WORDS[name]}:</span>{" "}
                  {valueWords(name, value, facets.data?.facets)}
                  <IconX aria-label="take off" role="img" size={14} />
                </button>
              </li>
            ))}
            <li>
              <Button onClick={() => change({ filter: {} })} size="compact-md" variant="subtle">
                Clear all
              </Button>
            </li>
          </ul>
        )}
      </div>
      {isOpen && (
        <FilterPanel error={facets.error} facets={facets.data} filter={filter} onSet={set}>
          <OrderSelect change={change} view={view} />
        </FilterPanel>
      )}
    </>
  );
}

function withValue(filter: QueueView["filter"], name: FilterName, value: string | null): QueueView["filter"] {
  const { [name]: _before, ...rest } = filter;
  return value === null || value === "" ? rest : { ...rest, [name]: value };
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(FILTER_WORDS, name);
}

function TextFilter({ text, onFilter }: { text: string; onFilter: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(typed.trim());
  };
  return (
    <form className={classes.text} onSubmit={submit} role="search">
      <TextInput
        aria-label="Key, run, recipient or domain begins with"
        data-filter
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder="Key, run, recipient or domain"
        type="search"
        value={typed}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </form>
  );
}
