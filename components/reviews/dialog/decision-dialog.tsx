"use client";

import { Modal } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { DIALOG_COPY } from "../dialog-copy.ts";
import { DecisionForm } from "./decision-form.tsx";
import { dialogFacts } from "./dialog-facts.ts";
import type { DialogPinned, Words } from "./dialog-types.ts";
import classes from "./decision-dialog.module.css";

type DecisionDialogProps = {
  /** Kept while the dialog closes, so that its text does not vanish before it does. */
  pinned: DialogPinned | null;
  isOpen: boolean;
  environment: string | null;
  onKeep: () => void;
  onDone: (words: Words) => void;
  onClosed: () => void;
};

/** Bound to the case as it was when it opened: whatever the page learns meanwhile, the server decides by that. */
export function DecisionDialog({ pinned, isOpen, environment, onKeep, onDone, onClosed }: DecisionDialogProps) {
  const copy = pinned && DIALOG_COPY[pinned.decision](dialogFacts(pinned.detail, environment));
  // An answer that is on its way would have nowhere to be shown. Once it fails to come, the way out is open again.
  const isSending = useIsMutating({
    mutationKey: ["decide", pinned?.detail.review.id, pinned?.key],
    predicate: ({ state }) => state.failureCount === 0,
  });
  return (
    <Modal
      classNames={{
        inner: classes.inner,
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
      closeOnClickOutside={false}
      onClose={isSending > 0 ? () => undefined : onKeep}
      onExitTransitionEnd={onClosed}
      opened={isOpen}
      returnFocus={false}
      size={560}
      title={copy?.title}
      // A fade begins two frames later: a digit pressed at once would fall beside the dialog.
      transitionProps={{ duration: 0 }}
    >
      {pinned && copy && <DecisionForm copy={copy} key={pinned.key} onDone={onDone} onKeep={onKeep} pinned={pinned} />}
    </Modal>
  );
}
