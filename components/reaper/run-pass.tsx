"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reaperCalls, reaperQueries } from "#lib/client/reaper-queries.ts";
import type { Pass } from "#lib/reaper/health/contract.ts";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { sayPass } from "./pass-state.tsx";
import { sayDid } from "./reaper-words.ts";
import classes from "../ui/page/page.module.css";

/** Safe at any time, so nothing is asked first; what it did is said, and its row is marked. */
export function RunPass({ onRan }: { onRan: (pass: Pass) => void }) {
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: reaperCalls.run,
    retry: false,
    onSuccess: onRan,
    onSettled: () => queryClient.invalidateQueries({ queryKey: reaperQueries.all }),
  });
  return (
    <div className={classes.run}>
      <BusyButton isBusy={run.isPending} onClick={() => run.mutate()} variant="default">
        Run a pass now
      </BusyButton>
      <p role="status">
        {run.isPending ? "Running…" : run.data && `Your pass${sayPass(run.data)}: ${sayEnd(run.data)}.`}
      </p>
      {run.error && <Trouble error={run.error} onRetry={() => run.mutate()} what="The answer" />}
    </div>
  );
}

function sayEnd({ error, counts }: Pass): string {
  return error === null ? sayDid(counts) : `${sayDid(counts)}; ${error.replace(/\.$/, "")}`;
}
