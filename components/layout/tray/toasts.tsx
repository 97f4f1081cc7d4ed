"use client";

import { CloseButton } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { keepFocus, NoticeLine } from "./notice-line.tsx";
import { type Notice, tray } from "./notices.ts";
import classes from "./tray.module.css";

const SHOWN_MS = 10_000;

/** Results in passing; the tray keeps them. Not a live region: the page's own two say the same. */
export function Toasts() {
  const { notices, shown } = useSyncExternalStore(tray.subscribe, tray.read, tray.read);
  const visible = notices.filter(({ id }) => shown.includes(id)).toReversed();
  return (
    <section aria-label="Results" className={classes.toasts}>
      {visible.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const [isHeld, setHeld] = useState(false);
  const { id, isTrouble = false } = notice;
  useEffect(() => {
    if (isHeld || isTrouble) return;
    const timer = setTimeout(() => tray.hide(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, isTrouble]);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  const putAway = () => {
    tray.hide(id);
    keepFocus(null);
  };
  return (
    <div
      className={classes.toast}
      data-trouble={isTrouble || undefined}
      onBlur={letGo}
      onFocus={hold}
      onMouseEnter={hold}
      onMouseLeave={letGo}
    >
      <NoticeLine notice={notice} onDone={() => tray.hide(id)} />
      <CloseButton aria-label="Put away" onClick={putAway} size="sm" />
    </div>
  );
}
