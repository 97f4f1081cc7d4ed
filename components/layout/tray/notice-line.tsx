"use client";

import { Anchor, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRef, useState } from "react";
import { type Notice, tell, tray } from "./notices.ts";
import classes from "./tray.module.css";

export function NoticeLine({ notice, onDone }: { notice: Notice; onDone?: () => void }) {
  const { id, words, href, undo } = notice;
  const queryClient = useQueryClient();
  const line = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    if (undo === undefined || isBusy) return;
    setBusy(true);
    try {
      tell({ words: await undo.run(), ...(href !== undefined && { href }) });
    } catch (error) {
      tell({ words: error instanceof Error ? error.message : "This could not be undone.", isTrouble: true });
    }
    // Also where the page's own updates are paused: it shows what this has changed.
    void queryClient.invalidateQueries();
    tray.withoutUndo(id);
    onDone?.();
    keepFocus(line.current);
  };
  return (
    <div className={classes.line} ref={line} tabIndex={-1}>
      <span className={classes.words}>{words}</span>
      <span className={classes.ways}>
        {undo && (
          <Button aria-disabled={isBusy} onClick={() => void take()} size="compact-sm" variant="default">
            {undo.label}
          </Button>
        )}
        {href !== undefined && (
          <Anchor component={Link} href={href} onClick={() => onDone?.()}>
            Open
          </Anchor>
        )}
      </span>
    </div>
  );
}

/** The button that was pressed is gone by the next frame, and its notice may be too. */
export function keepFocus(rather: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (rather?.isConnected ? rather : document.getElementById("main"))?.focus({ preventScroll: true });
  });
}
