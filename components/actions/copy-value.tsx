"use client";

import { ActionIcon, CopyButton, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-value.module.css";

type CopyValueProps = { value: string; what: string; shown?: string };

const SAID_FOR_MS = 2000;

/** Exact digits in a fixed-width face, and a button that copies all of them. */
export function CopyValue({ value, what, shown = value }: CopyValueProps) {
  return (
    <span className={classes.value}>
      <span className={classes.digits}>{shown}</span>
      <CopyButton timeout={SAID_FOR_MS} value={value}>
        {({ copied, copy }) => (
          <>
            <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
              <ActionIcon aria-label={`Copy ${what}`} color="gray" onClick={copy} size={24} variant="subtle">
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            </Tooltip>
            <VisuallyHidden role="status">{copied ? "Copied" : ""}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </span>
  );
}
