"use client";

import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { DecisionBar } from "../decision/decision-bar.tsx";
import { CaseFile } from "../history/case-file.tsx";
import { ChangedBand } from "../history/changed-band.tsx";
import { RequestBand } from "../history/request-band.tsx";
import { LiveStatus } from "../list/live-status.tsx";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { Evidence } from "./evidence.tsx";
import { ReviewHead } from "./review-head.tsx";
import classes from "./review.module.css";

const POLL_MS = 10_000;
/** Seconds count while something is released, or under way. */
const CLOSE_POLL_MS = 3000;
const TICK_MS = 1000;

type ReviewProps = { id: string; environment: string | null; viewerId: string };

/** The page of one case: what is known, what would be sent, who touched it; then, and only then, the decision. */
export function Review({ id, environment, viewerId }: ReviewProps) {
  const [isPaused, setPaused] = useState(false);
  const [isDeciding, setDeciding] = useState(false);
  const isStill = isPaused || isDeciding;
  const query = useQuery({
    ...reviewQueries.detail(id),
    refetchInterval: ({ state }) => !isStill && pollAfter(state.data),
    refetchOnWindowFocus: !isStill,
  });
  const detail = query.data;
  return (
    <>
      {query.error && (
        <div className={classes.trouble}>
          <Trouble error={query.error} onRetry={() => void query.refetch()} since={detail?.at} what="This case" />
        </div>
      )}
      {detail === undefined ? (
        <Missing isLoading={!query.error} />
      ) : (
        <NowProvider answeredAt={detail.at} tickMs={TICK_MS}>
          <ReviewHead review={detail.review}>
            <LiveStatus answeredAt={detail.at} isPaused={isPaused} onPause={setPaused} />
          </ReviewHead>
          <ChangedBand detail={detail} viewerId={viewerId} />
          {detail.review.pendingRequest && (
            <RequestBand couldSign={detail.couldSign} request={detail.review.pendingRequest} />
          )}
          <div className={classes.columns}>
            <Evidence detail={detail} viewerId={viewerId} />
            <CaseFile detail={detail} />
          </div>
          <DecisionBar detail={detail} environment={environment} onDeciding={setDeciding} />
        </NowProvider>
      )}
    </>
  );
}

function pollAfter(detail: ReviewDetail | undefined): number {
  const isMoving = detail?.action.status === "released" || detail?.action.status === "in_flight";
  return isMoving ? CLOSE_POLL_MS : POLL_MS;
}

function Missing({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      <Title order={1}>Review</Title>
      {isLoading && (
        <>
          <Skeleton height={120} mt="lg" />
          <Skeleton height={240} mt="lg" />
        </>
      )}
    </>
  );
}
