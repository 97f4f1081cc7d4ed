"use client";

import { IconBell } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { Time } from "../../ui/time.tsx";
import { HeaderPopup } from "../header/header-popup.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { tray } from "./notices.ts";
import classes from "./tray.module.css";

/** Every result of this session, newest first, with its undo. */
export function Tray() {
  const { notices, unread } = useSyncExternalStore(tray.subscribe, tray.read, tray.read);
  return (
    <HeaderPopup
      icon={<IconBell />}
      label={unread === 0 ? "Results" : `Results, ${unread} new`}
      onOpen={tray.markRead}
      shown={unread === 0 ? null : String(unread)}
    >
      <h2 className={classes.title}>Results of this session</h2>
      {notices.length === 0 && <p className={classes.none}>Nothing yet. What you do is listed here, with its undo.</p>}
      <ol className={classes.list}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeLine notice={notice} />
            <span className={classes.at}>
              <Time at={new Date(notice.at).toISOString()} form="age" inRow /> ago
            </span>
          </li>
        ))}
      </ol>
    </HeaderPopup>
  );
}
