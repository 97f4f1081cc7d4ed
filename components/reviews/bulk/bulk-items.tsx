"use client";

import { Button, Title } from "@mantine/core";
import type { Shown } from "#lib/client/bulk-queries.ts";
import type { BulkCounts, BulkDetail, BulkItem } from "#lib/reviews/bulk/contract.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { Time } from "../../ui/time.tsx";
import { BusyButton } from "../busy-button.tsx";
import { Second, To, What } from "../list/cells.tsx";
import { ReviewState } from "../review-state.tsx";
import { RiskWord } from "../risk.tsx";
import { OUTCOME_WORDS } from "./bulk-words.ts";
import classes from "./bulk.module.css";

type BulkItemsProps = {
  detail: BulkDetail;
  items: readonly BulkItem[];
  show: Shown;
  onShow: (show: Shown) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
};

/** Row by row: the case, how risky another attempt is, and what has become of it in this set. */
export function BulkItems({ detail, items, show, onShow, hasMore, isLoadingMore, onMore }: BulkItemsProps) {
  return (
    <section aria-label="Items" className={classes.items} id="list" tabIndex={-1}>
      <Title order={2}>Items</Title>
      <div className={classes.filters}>
        {shownOf(detail.counts).map(([value, word, count]) => (
          <Button
            aria-pressed={show === value}
            key={value}
            onClick={() => onShow(value)}
            size="compact-sm"
            variant={show === value ? "filled" : "default"}
          >
            {word} {formatNumber(count)}
          </Button>
        ))}
      </div>
      {items.length === 0 ? (
        <p className={classes.empty}>None of the items is here now.</p>
      ) : (
        <table aria-label="Items of the set" className={classes.table} role="table">
          <thead className={classes.tableHead} role="rowgroup">
            <tr role="row">
              {["What", "To", "Duplicate risk", "In this set"].map((header) => (
                <th key={header} role="columnheader" scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {items.map((item) => (
              <Item item={item} key={item.position} />
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <BusyButton className={classes.more} isBusy={isLoadingMore} onClick={onMore} variant="default">
          Show more
        </BusyButton>
      )}
    </section>
  );
}

function shownOf(counts: BulkCounts): [Shown, string, number][] {
  const { asked, leftOut, waiting, done, refused, notAttempted } = counts;
  const outcomes: [Shown, string, number][] = [
    ["waiting", OUTCOME_WORDS.waiting, waiting],
    ["done", OUTCOME_WORDS.done, done],
    ["refused", OUTCOME_WORDS.refused, refused],
    ["not_attempted", OUTCOME_WORDS.not_attempted, notAttempted],
    ["left_out", OUTCOME_WORDS.left_out, leftOut],
  ];
  return [["all", "All", asked + leftOut], ...outcomes.filter(([, , count]) => count > 0)];
}

function Item({ item }: { item: BulkItem }) {
  const { review, outcome, reason, at, sign } = item;
  return (
    <tr className={classes.item} role="row">
      <th role="rowheader" scope="row">
        <What row={review} />
      </th>
      <td role="cell">
        <To row={review} />
      </td>
      <td role="cell">
        {review.risk ? <RiskWord isFirst={review.attempt === 0} risk={review.risk} /> : <ReviewState row={review} />}
      </td>
      <td role="cell">
        <strong>{OUTCOME_WORDS[outcome]}</strong>
        {at !== null && (
          <Second>
            <Time at={at} />
          </Second>
        )}
        {reason !== null && <Second>{reason.because}</Second>}
        {outcome === "waiting" && review.claimableAt !== null && (
          <Second>
            Released, leaves <Time at={review.claimableAt} form="until" inRow over="now" />
          </Second>
        )}
        {sign !== null && !sign.allowed && sign.blockedBy !== "role" && <Second>{sign.because}</Second>}
      </td>
    </tr>
  );
}
