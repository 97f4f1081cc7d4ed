"use client";

import { Button, Modal } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { useHoldLive } from "../../layout/live/live-provider.tsx";
import dialog from "../dialog/decision-dialog.module.css";
import classes from "./edit-payload.module.css";

/** Seldom needed, and the page is near its budget. */
const EditForm = dynamic(async () => (await import("./edit-form.tsx")).EditForm, { ssr: false });

/** Opens the form on the case as it is on screen: what the page learns meanwhile, the server decides by that. */
export function EditPayload({ detail }: { detail: ReviewDetail }) {
  const [pinned, setPinned] = useState<ReviewDetail | null>(null);
  const [isOpen, setOpen] = useState(false);
  useHoldLive(isOpen);
  const { edit } = detail.viewer;
  if (!edit.allowed) {
    return edit.blockedBy === "rule" ? <p className={classes.because}>{edit.because}</p> : null;
  }
  const open = () => {
    setPinned(detail);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <div className={classes.way}>
      <Button onClick={open} variant="default">
        Edit before it is sent
      </Button>
      <Modal
        classNames={{
          inner: dialog.inner,
          content: dialog.content,
          header: dialog.header,
          title: dialog.title,
          body: dialog.body,
        }}
        closeOnClickOutside={false}
        onClose={close}
        opened={isOpen}
        size={720}
        title="Edit what is sent?"
        transitionProps={{ duration: 0 }}
      >
        {pinned && <EditForm detail={pinned} key={pinned.review.version} onKeep={close} />}
      </Modal>
    </div>
  );
}
