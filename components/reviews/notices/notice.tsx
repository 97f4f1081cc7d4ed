import type { ReactNode } from "react";
import classes from "./notice.module.css";

type NoticeProps = { icon: ReactNode; title: ReactNode; children: ReactNode };

/** Said at once, and without a colour: it is an answer, not an alarm. */
export function Notice({ icon, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} role="alert">
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
