"use client";

import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { useHoldLive, useLive } from "../../layout/live/live-provider.tsx";
import { LiveStatus } from "../../layout/live/live-status.tsx";
import { DecisionBar } from "../decision/decision-bar.tsx";
import { CaseFile } from "../history/case-file.tsx";
import { ChangedBand } from "../history/changed-band.tsx";
import { ContradictedBand } from "../history/contradicted-band.tsx";
import { RequestBand } from "../history/request-band.tsx";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { Everything } from "./everything.tsx";
import { Evidence } from "./evidence.tsx";
import { ReviewHead } from "./review-head.tsx";
import classes from "./review.module.css";

/** Seconds count while something is released, or under way. */
const CLOSE_POLL_MS = 3000;
const TICK_MS = 1000;

type ReviewProps = { id: string; environment: string | null; url: string; viewerId: string };

/** The page of one case: what is known, what would be sent, who touched it; then, and only then, the decision. */
export function Review({ id, environment, url, viewerId }: ReviewProps) {
  const [isDeciding, setDeciding] = useState(false);
  const { pollMs } = useLive();
  useHoldLive(isDeciding);
  const query = useQuery({
    ...reviewQueries.detail(id),
    refetchInterval: ({ state }) => pollMs !== false && pollAfter(state.data, pollMs),
    refetchOnWindowFocus: pollMs !== false,
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
          <ReviewHead review={detail.review} url={url}>
            <LiveStatus answeredAt={detail.at} isFailing={query.error !== null} />
          </ReviewHead>
          <ContradictedBand action={detail.action} />
          <ChangedBand detail={detail} viewerId={viewerId} />
          {detail.review.pendingRequest && (
            <RequestBand couldSign={detail.couldSign} request={detail.review.pendingRequest} />
          )}
          <div className={classes.columns}>
            <Evidence detail={detail} viewerId={viewerId} />
            <CaseFile detail={detail} />
          </div>
          <Everything detail={detail} />
          <p className={classes.printed}>
            {url} {detail.review.payloadHash !== null && <>· digest {detail.review.payloadHash}</>}
          </p>
          <DecisionBar detail={detail} environment={environment} onDeciding={setDeciding} />
        </NowProvider>
      )}
    </>
  );
}

/** An attempt that begins or ends is announced by nobody: its statements do nothing but their own. */
function pollAfter(detail: ReviewDetail | undefined, pollMs: number): number {
  const isMoving = detail?.action.status === "released" || detail?.action.status === "in_flight";
  return isMoving ? CLOSE_POLL_MS : pollMs;
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
