"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { freezeSet } from "#lib/client/queue/queue-queries.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { FreezeBulkInput } from "#lib/reviews/bulk/contract.ts";
import type { RequestType } from "#lib/reviews/contract.ts";
import { formatNumber } from "../../../ui/format-number.ts";
import { useSend } from "../../../ui/use-send.ts";
import { BusyButton } from "../../busy-button.tsx";
import { Refusal, Uncertain } from "../../notices/refusal.tsx";
import type { QueueView } from "../queue-view.ts";
import type { KeptRow } from "../rows/keep-rows.ts";
import { MOST_AT_ONCE, setOf, typesOf } from "./set-of.ts";
import type { Selection } from "./use-selection.ts";
import classes from "./selection.module.css";

type SelectionBarProps = {
  view: QueueView;
  selection: Selection;
  loaded: readonly KeptRow[];
  total: number;
  totalIsCapped: boolean;
};

const WORDS: Readonly<Record<RequestType, string>> = {
  send: "Ask for first sends",
  resend: "Ask for resends",
  dismiss: "Dismiss",
  mark_happened: "Record that they happened",
};

/** What is selected, how far that reaches, and what can be asked for it. The set is frozen and read before it is. */
export function SelectionBar({ view, selection, loaded, total, totalIsCapped }: SelectionBarProps) {
  const router = useRouter();
  const freezing = useSend({
    send: (input: FreezeBulkInput, key) => freezeSet(input, key),
    refreshes: reviewQueries.all,
    onDone: ({ bulkRequestId }) => router.push(`/bulk/${bulkRequestId}`),
  });
  const { chosen, isWholeList } = selection;
  if (chosen.length === 0) return null;
  const count = isWholeList ? total : chosen.length;
  const isTooMuch = count > MOST_AT_ONCE || (isWholeList && totalIsCapped);
  const ask = (type: RequestType) => freezing.send(setOf(type, view, selection));
  return (
    <section aria-label="Selection" className={classes.bar}>
      <p className={classes.count}>
        <strong>
          {formatNumber(count)}
          {isWholeList && totalIsCapped && "+"}
        </strong>{" "}
        {isWholeList ? "in this view" : "selected"}
      </p>
      <Scopes
        loaded={loaded.filter(({ gone }) => !gone).length}
        selection={selection}
        total={total}
        totalIsCapped={totalIsCapped}
      />
      <span className={classes.acts}>
        {typesOf(chosen).map((type) => (
          <BusyButton
            isBusy={freezing.isSending}
            key={type}
            onClick={() => ask(type)}
            size="compact-md"
            variant="default"
            {...(isTooMuch && { "aria-describedby": "too-much", disabled: true })}
          >
            {WORDS[type]}…
          </BusyButton>
        ))}
        <Button onClick={selection.clear} size="compact-md" variant="subtle">
          Clear
        </Button>
      </span>
      {isTooMuch && <p id="too-much">At most {formatNumber(MOST_AT_ONCE)} are asked for at once: filter further.</p>}
      {freezing.refusal && <Refusal onSignedIn={freezing.forget} problem={freezing.refusal} />}
      {freezing.isUncertain && <Uncertain isAsking={freezing.isSending} onAskAgain={freezing.forget} />}
    </section>
  );
}

type ScopesProps = Pick<SelectionBarProps, "selection" | "total" | "totalIsCapped"> & { loaded: number };

/** Three sets that are not the same: the rows that were chosen, those that are loaded, and all that the list finds. */
function Scopes({ selection, loaded, total, totalIsCapped }: ScopesProps) {
  const { chosen, isWholeList } = selection;
  const hasLoaded = !isWholeList && chosen.length === loaded;
  return (
    <span className={classes.scopes}>
      <Button
        aria-pressed={hasLoaded}
        onClick={selection.selectLoaded}
        size="compact-md"
        variant={hasLoaded ? "light" : "subtle"}
      >
        All {formatNumber(loaded)} loaded
      </Button>
      <Button
        aria-pressed={isWholeList}
        onClick={selection.selectWholeList}
        size="compact-md"
        variant={isWholeList ? "light" : "subtle"}
      >
        All {formatNumber(total)}
        {totalIsCapped && "+"} in this view
      </Button>
    </span>
  );
}
