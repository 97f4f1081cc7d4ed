"use client";

import { type KeyboardEvent, type ReactNode, useRef } from "react";
import classes from "./tip.module.css";

const GAP_PX = 4;

type TipProps = {
  tip: ReactNode;
  /** In a row of a list the row is the stop, and says the same by its name. */
  isStop?: boolean;
  children: ReactNode;
};

/** More of what stands there, on hover and on focus; Esc puts it away, and the pointer may go over it (WCAG 1.4.13). */
export function Tip({ tip, isStop = false, children }: TipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (!anchor.current || !box.current || box.current.matches(":popover-open")) return;
    box.current.showPopover();
    const from = anchor.current.getBoundingClientRect();
    const size = box.current.getBoundingClientRect();
    const isBelow = from.bottom + GAP_PX + size.height < window.innerHeight;
    box.current.style.left = `${Math.max(GAP_PX, Math.min(from.left, window.innerWidth - size.width - GAP_PX))}px`;
    box.current.style.top = `${isBelow ? from.bottom + GAP_PX : from.top - size.height - GAP_PX}px`;
  };
  const hide = () => box.current?.matches(":popover-open") && box.current.hidePopover();
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !hide()) return;
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what it shows is said by name as well
    <span
      className={classes.anchor}
      onBlur={hide}
      onFocus={show}
      onKeyDown={press}
      onMouseEnter={show}
      onMouseLeave={hide}
      ref={anchor}
      {...(isStop && { tabIndex: 0 })}
    >
      {children}
      <span aria-hidden className={classes.tip} popover="manual" ref={box}>
        {tip}
      </span>
    </span>
  );
}
