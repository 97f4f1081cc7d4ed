"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import classes from "./busy-button.module.css";

type BusyButtonProps = ButtonProps & ComponentPropsWithoutRef<"button"> & { isBusy: boolean };

/** While it works it can be pressed in vain, and keeps the focus: a disabled button would let it fall to the page. */
export function BusyButton({ isBusy, onClick, className = "", ...rest }: BusyButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...rest}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      className={`${classes.button} ${className}`}
      onClick={press}
    />
  );
}
