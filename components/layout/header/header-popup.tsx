"use client";

import { type MouseEvent, type ReactNode, type ToggleEvent, useId } from "react";
import classes from "./header.module.css";

type HeaderPopupProps = {
  icon: ReactNode;
  /** The button's name; what it shows may be shorter. */
  label: string;
  shown: ReactNode;
  onOpen?: () => void;
  children: ReactNode;
};

/** A button of the header and what it opens, by the browser's own popover: Esc and a click beside it put it away. */
export function HeaderPopup({ icon, label, shown, onOpen, children }: HeaderPopupProps) {
  const id = useId();
  const toggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === "open") onOpen?.();
  };
  const leave = ({ target, currentTarget }: MouseEvent<HTMLDivElement>) => {
    if (target instanceof Element && target.closest("a") !== null) currentTarget.hidePopover();
  };
  return (
    <>
      <button aria-label={label} className={classes.button} popoverTarget={id} type="button">
        <span aria-hidden className={classes.icon}>
          {icon}
        </span>
        {shown !== null && <span aria-hidden>{shown}</span>}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link's own click, however it was made */}
      <div className={classes.popup} id={id} onClick={leave} onToggle={toggle} popover="auto">
        {children}
      </div>
    </>
  );
}
