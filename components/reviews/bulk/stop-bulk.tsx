"use client";

import { bulkDecisions } from "#lib/client/bulk-decisions.ts";
import { BusyButton } from "../busy-button.tsx";
import { Refusal, Uncertain } from "../notices/refusal.tsx";
import { useBulkDecide } from "./use-bulk-decide.ts";
import classes from "./bulk.module.css";

/** Harmless, so at once: it takes back what no worker has claimed, and causes nothing. */
export function StopBulk({ id, onDone }: { id: string; onDone: (said: string) => void }) {
  const stopping = useBulkDecide(async (_: null, key) => {
    const { takenBack, withdrawn } = await bulkDecisions.stop(id, key);
    return `Stopped. ${takenBack} taken back, ${withdrawn} withdrawn; what a worker has claimed goes on.`;
  }, onDone);
  const stop = () => stopping.decide(null);
  return (
    <div className={classes.stop}>
      {stopping.refusal && <Refusal onSignedIn={stop} problem={stopping.refusal} />}
      {stopping.isUncertain && <Uncertain isAsking={stopping.isSending} onAskAgain={stop} />}
      <BusyButton isBusy={stopping.isSending} onClick={stop} variant="default">
        Stop, keep the rest in the queue
      </BusyButton>
    </div>
  );
}
