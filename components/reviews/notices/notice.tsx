"use client";

import { type ReactNode, useEffect, useRef } from "react";
import classes from "./notice.module.css";

type NoticeProps = {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  /** It may replace the button that was pressed for it: then the focus comes here instead of falling to the page. */
  catchesFocus?: boolean;
};

/** Said at once, and without a colour: it is an answer, not an alarm. */
export function Notice({ icon, title, children, catchesFocus = false }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (catchesFocus && document.activeElement === document.body) notice.current?.focus();
  });
  return (
    <div className={classes.notice} ref={notice} role="alert" tabIndex={-1}>
      <span aria-hidden className={classes.icon}>
        {icon}
      </span>
      <strong>{title}</strong>
      <div className={classes.text}>{children}</div>
    </div>
  );
}

export function NoticeFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
