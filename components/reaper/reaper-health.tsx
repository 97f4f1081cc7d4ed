"use client";

import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import type { ReaperHealth as Health } from "#lib/reaper/health/contract.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { Section } from "../ui/page/section.tsx";
import { KindTable } from "./kind-table.tsx";
import { Incidents, Nudges, Releases } from "./leftovers.tsx";
import { PassState } from "./pass-state.tsx";
import { PassTable } from "./pass-table.tsx";
import { RunPass } from "./run-pass.tsx";
import { SkippedTable } from "./skipped-table.tsx";
import classes from "../ui/page/page.module.css";

/** Two questions, so that one without an answer does not blank the other. */
export function ReaperHealth({ mayRun }: { mayRun: boolean }) {
  const { pollMs } = useLive();
  const options = { refetchInterval: pollMs, refetchOnWindowFocus: pollMs !== false };
  const passes = useQuery({ ...reaperQueries.passes(), ...options });
  const health = useQuery({ ...reaperQueries.health(), ...options });
  const [ownId, setOwnId] = useState<string | null>(null);
  return (
    <>
      <div className={classes.top}>
        <Title order={1}>Reaper health</Title>
        {passes.data && <LiveStatus answeredAt={passes.data.at} isFailing={passes.error !== null} />}
      </div>
      {passes.error && (
        <div className={classes.trouble}>
          <Trouble
            error={passes.error}
            onRetry={() => void passes.refetch()}
            since={passes.data?.at}
            what="The list of passes"
          />
          <p>While passes cannot be read, the queue may be incomplete.</p>
        </div>
      )}
      {passes.data && <PassState list={passes.data} />}
      {passes.isPending && <Skeleton height={44} mt="md" />}
      {mayRun && <RunPass onRan={({ id }) => setOwnId(id)} />}
      {health.error && passes.error === null && (
        <div className={classes.trouble}>
          <Trouble
            error={health.error}
            onRetry={() => void health.refetch()}
            since={health.data?.at}
            what="What waits for the reaper"
          />
        </div>
      )}
      {health.data && <Waiting health={health.data} />}
      {health.isPending && <Skeleton height={160} mt="md" />}
      {passes.data && (
        <Section title="Last passes">
          <PassTable ownId={ownId} passes={passes.data.items} />
        </Section>
      )}
    </>
  );
}

function Waiting({ health }: { health: Health }) {
  return (
    <>
      <Section title="By kind">
        <KindTable kinds={health.kinds} />
      </Section>
      <Section title="Looked at, and put off">
        <SkippedTable skipped={health.skipped} />
      </Section>
      <Section title="Released, waiting for a worker">
        <Releases releases={health.releases} />
      </Section>
      <Section title="Nudges given up">
        <Nudges nudges={health.givenUpNudges} />
      </Section>
      <Section id="incidents" title="Incidents of the last 30 days">
        <Incidents incidents={health.incidents} />
      </Section>
      <Section title="Clocks">
        <Clocks clock={health.clock} />
      </Section>
    </>
  );
}

const NOTABLE_MS = 2000;

function Clocks({ clock: { offsetMs, withinMs } }: Pick<Health, "clock">) {
  const amount = Math.abs(offsetMs);
  const word = offsetMs > 0 ? "behind" : "ahead of";
  const isNotable = amount - withinMs > NOTABLE_MS;
  return (
    <p className={classes.line}>
      {amount <= withinMs
        ? `This server's clock agrees with the database's, to within ${withinMs} ms.`
        : `This server's clock is ${amount} ms ${word} the database's (to within ${withinMs} ms).`}{" "}
      {isNotable && <strong>That is much: set its clock.</strong>} Every deadline is counted by the database's.
    </p>
  );
}
