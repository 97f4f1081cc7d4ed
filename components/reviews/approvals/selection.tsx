"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { bulkDecisions } from "#lib/client/bulk-decisions.ts";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { BusyButton } from "../busy-button.tsx";
import { Trouble } from "../notices/trouble.tsx";
import classes from "./approvals.module.css";

/** A request as it was on screen when it was ticked: what changes afterwards is left out, and said so. */
type Ticked = { id: string; version: number; payloadHash: string | null };
type Tickeds = ReadonlyMap<string, Ticked>;
type Selection = { ticked: Tickeds; setTicked: (change: (before: Tickeds) => Tickeds) => void };

const SelectionContext = createContext<Selection | null>(null);

/** Requests that wait, put together to be signed as one. Nothing is signed here: the set has its own page. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [ticked, setTicked] = useState<Tickeds>(new Map());
  return (
    <SelectionContext value={{ ticked, setTicked }}>
      {children}
      {ticked.size > 0 && <SelectionBar onClear={() => setTicked(new Map())} ticked={[...ticked.values()]} />}
    </SelectionContext>
  );
}

export function SelectCell({ row }: { row: ReviewRow }) {
  const selection = useContext(SelectionContext);
  if (selection === null || row.pendingRequest === null) return null;
  return <Tick id={row.pendingRequest.id} row={row} selection={selection} />;
}

function Tick({ id, row, selection: { ticked, setTicked } }: { id: string; row: ReviewRow; selection: Selection }) {
  // What is no longer in the list is no longer selected either: nothing unseen is carried into a set.
  useEffect(() => () => setTicked((before) => without(before, id)), [id, setTicked]);
  const { version, payloadHash } = row;
  const toggle = () =>
    setTicked((before) =>
      before.has(id) ? without(before, id) : new Map(before).set(id, { id, version, payloadHash }),
    );
  return (
    <label className={classes.tick}>
      <input
        aria-label={`Select ${row.summary ?? kindOf(row.kind).titleOf(row.target)}`}
        checked={ticked.has(id)}
        onChange={toggle}
        type="checkbox"
      />
    </label>
  );
}

function without(before: Tickeds, id: string): Tickeds {
  return new Map([...before].filter(([each]) => each !== id));
}

function SelectionBar({ ticked, onClear }: { ticked: readonly Ticked[]; onClear: () => void }) {
  const router = useRouter();
  const freezing = useMutation({
    mutationFn: () => bulkDecisions.freeze({ pendingRequests: [...ticked] }, newIdempotencyKey()),
    networkMode: "always",
    onSuccess: ({ bulkRequestId }) => router.push(`/bulk/${bulkRequestId}`),
  });
  return (
    <section aria-label="Selection" className={classes.bar}>
      <span role="status">{ticked.length} selected</span>
      <BusyButton isBusy={freezing.isPending} onClick={() => freezing.mutate()} variant="default">
        Sign as one set…
      </BusyButton>
      <Button onClick={onClear} variant="default">
        Clear
      </Button>
      {freezing.error && <Trouble error={freezing.error} onRetry={() => freezing.mutate()} what="The set" />}
    </section>
  );
}
