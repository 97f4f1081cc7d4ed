"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import classes from "./tab-set.module.css";

export type TabPanel = { id: string; label: string; panel: ReactNode; panelClass?: string | undefined };

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The first is chosen; arrows go from one to the next, and only the chosen panel is there. */
export function TabSet({ tabs }: { tabs: readonly TabPanel[] }) {
  const own = useId();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (chosen === undefined) return null;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = (tabs.indexOf(chosen) + step + tabs.length) % tabs.length;
    setWanted(tabs[place]?.id ?? null);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[place]?.focus();
  };
  return (
    <>
      <div className={classes.tabs} onKeyDown={move} ref={list} role="tablist" tabIndex={-1}>
        {tabs.map(({ id, label }) => (
          <button
            aria-controls={`${own}${id}`}
            aria-selected={id === chosen.id}
            className={classes.tab}
            id={`${own}${id}-tab`}
            key={id}
            onClick={() => setWanted(id)}
            role="tab"
            tabIndex={id === chosen.id ? 0 : -1}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${own}${chosen.id}-tab`}
        className={chosen.panelClass}
        id={`${own}${chosen.id}`}
        role="tabpanel"
      >
        {chosen.panel}
      </div>
    </>
  );
}
