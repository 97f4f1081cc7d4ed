"use client";

import dynamic from "next/dynamic";
import { useHoldLive } from "../../../layout/live/live-provider.tsx";
import type { RowDecision } from "./use-row-decision.ts";

export const loadDialog = async () => (await import("../../dialog/decision-dialog.tsx")).DecisionDialog;

/** A dialog already while it comes: what is typed meanwhile must not be taken for keys of the list. */
const Coming = () => <div aria-label="Opening" aria-modal role="dialog" />;

const DecisionDialog = dynamic(loadDialog, { ssr: false, loading: Coming });

type RowDialogProps = { decision: RowDecision; environment: string };

/** Of the row that the key was pressed on; below it the list stands still. */
export function RowDialog({ decision, environment }: RowDialogProps) {
  const { pinned, isOpen, isOpening, keep, done, closed } = decision;
  useHoldLive(isOpen || isOpening);
  return (
    <>
      {isOpening && <Coming />}
      {pinned !== null && (
        <DecisionDialog
          environment={environment}
          isOpen={isOpen}
          onClosed={closed}
          onDone={done}
          onKeep={keep}
          pinned={pinned}
        />
      )}
    </>
  );
}
