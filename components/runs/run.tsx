"use client";

import { Skeleton, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { runQueries } from "#lib/client/run-queries.ts";
import type { RunDetail } from "#lib/runs/contract.ts";
import { CopyValue } from "../actions/copy-value.tsx";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { Age } from "../reviews/age.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { NowProvider } from "../reviews/now.tsx";
import { Time } from "../ui/time.tsx";
import { CancelRun } from "./cancel-run.tsx";
import { RunState } from "./run-state.tsx";
import { resumeSentence } from "./run-words.ts";
import { Steps } from "./steps.tsx";
import classes from "./run.module.css";

/** One run: where it stands, what a resume would meet, and its steps in order. */
export function Run({ runId }: { runId: string }) {
  const { pollMs } = useLive();
  const query = useQuery({
    ...runQueries.detail(runId),
    refetchInterval: pollMs,
    refetchOnWindowFocus: pollMs !== false,
  });
  const detail = query.data;
  return (
    <>
      {query.error && (
        <Trouble error={query.error} onRetry={() => void query.refetch()} since={detail?.at} what="This run" />
      )}
      <header className={classes.head}>
        <Link className={classes.back} href="/runs">
          <IconArrowLeft aria-hidden size={16} /> Runs
        </Link>
        {detail && <LiveStatus answeredAt={detail.at} isFailing={query.error !== null} />}
      </header>
      <Title className={classes.title} order={1}>
        Run <CopyValue value={runId} what="run id" />
      </Title>
      {detail === undefined ? (
        !query.error && <Skeleton height={240} mt="lg" />
      ) : (
        <NowProvider answeredAt={detail.at}>
          <Standing detail={detail} />
          <CancelRun detail={detail} />
          <Title className={classes.subtitle} order={2}>
            Steps
          </Title>
          <Steps next={detail.next} steps={detail.steps} />
          {detail.isCapped && <p className={classes.dimmed}>It has more steps than are shown here.</p>}
        </NowProvider>
      )}
    </>
  );
}

function Standing({ detail }: { detail: RunDetail }) {
  const { state, pausedSince, startedAt, agent, stuck } = detail.run;
  return (
    <section aria-label="Standing" className={classes.standing}>
      <RunState state={state} />
      <p className={classes.sentence}>{resumeSentence(detail)}</p>
      <p className={classes.dimmed}>
        {startedAt !== null && (
          <>
            Started <Time at={startedAt} />
            {agent !== null && ` by ${agent}`}.{" "}
          </>
        )}
        {pausedSince !== null && (
          <>
            Waiting for a person for <Age of={pausedSince} />.{" "}
          </>
        )}
        {stuck > 0 && (stuck === 1 ? "1 step is stuck." : `${stuck} steps are stuck.`)}
      </p>
    </section>
  );
}
