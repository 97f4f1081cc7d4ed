"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewDetail, ReviewRow } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { Time } from "../../ui/time.tsx";
import { Age } from "../age.tsx";
import { BusyButton } from "../busy-button.tsx";
import { ReviewState } from "../review-state.tsx";
import { RiskWord } from "../risk.tsx";
import classes from "./verdict-panel.module.css";

type VerdictPanelProps = { detail: ReviewDetail; viewerId: string };

/** What is known, then what is not, then how likely a second time is. Before any button that decides. */
export function VerdictPanel({ detail: { review, verdict }, viewerId }: VerdictPanelProps) {
  const needsPerson = review.state === "open";
  return (
    <section aria-label="Verdict" className={classes.panel} data-needs-person={needsPerson || undefined}>
      <ReviewState row={review} />
      <p className={classes.verdict}>{verdict}</p>
      {review.risk !== null && (
        <p className={classes.risk}>
          <RiskWord isFirst={review.attempt === 0} risk={review.risk} />
          <span>
            {review.risk.why} {review.risk.word === "may_duplicate" && kindOf(review.kind).mayAlready}
          </span>
        </p>
      )}
      {review.reason !== null && needsPerson && <p className={classes.why}>{review.reason}</p>}
      <p className={classes.facts}>
        <span>
          <Since review={review} />
        </span>
        <Taken review={review} viewerId={viewerId} />
      </p>
    </section>
  );
}

function Since({ review: { openedAt, closedAt } }: { review: ReviewRow }) {
  if (closedAt !== null) {
    return (
      <>
        Opened <Time at={openedAt} />, closed <Time at={closedAt} />
      </>
    );
  }
  return (
    <>
      Waiting since <Time at={openedAt} /> (<Age of={openedAt} />)
    </>
  );
}

/** A soft mark for the others: it locks nothing, so it asks nothing. */
function Taken({ review, viewerId }: { review: ReviewRow; viewerId: string }) {
  const queryClient = useQueryClient();
  const isMine = review.assignee?.id === viewerId;
  const assign = useMutation({
    mutationFn: () => reviewDecisions.assign(review.id, isMine ? null : viewerId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reviewQueries.all }),
  });
  if (review.state === "closed" && review.assignee === null) return null;
  const by = isMine ? "you" : (review.assignee?.name ?? "nobody");
  return (
    <span className={classes.taken}>
      Taken by {by}
      {review.state !== "closed" && (
        <BusyButton isBusy={assign.isPending} onClick={() => assign.mutate()} size="compact-sm" variant="default">
          {isMine ? "Hand back" : "Take"}
        </BusyButton>
      )}
      <span role="status">{assign.error?.message}</span>
    </span>
  );
}
