"use client";

import { VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-value.module.css";

type CopyValueProps = { value: string; what: string; shown?: string };

const SAID_FOR_MS = 2000;

/** Exact digits in a fixed-width face, and a button that copies all of them. */
export function CopyValue({ value, what, shown = value }: CopyValueProps) {
  const { copied, copy } = useClipboard({ timeout: SAID_FOR_MS });
  return (
    <span className={classes.value}>
      <span className={classes.digits}>{shown}</span>
      {/* The tip is drawn by the style sheet: a positioned one would cost every page 25 kB. */}
      <button
        aria-label={`Copy ${what}`}
        className={classes.copy}
        data-tip={copied ? "Copied" : `Copy ${what}`}
        onClick={() => copy(value)}
        type="button"
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </button>
      <VisuallyHidden role="status">{copied ? "Copied" : ""}</VisuallyHidden>
    </span>
  );
}
