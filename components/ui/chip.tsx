import type { ReactNode } from "react";
import classes from "./chip.module.css";

export type ChipTone =
  | "flight"
  | "unknown"
  | "harmless"
  | "asked"
  | "released"
  | "done"
  | "quiet"
  | "alarm"
  | "late"
  | "contradicted";

type ChipProps = { tone: ChipTone; icon: ReactNode; children: ReactNode };

/** Word, icon and fill style carry the state; colour comes last. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span className={classes.chip} data-tone={tone}>
      <span aria-hidden className={classes.icon}>
        {icon}
      </span>
      {children}
    </span>
  );
}
