"use client";

import { Kbd } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { useHoldLive } from "../live/live-provider.tsx";
import classes from "../header/header.module.css";

const PaletteDialog = dynamic(async () => (await import("./palette-dialog.tsx")).PaletteDialog, { ssr: false });

/** A page's own filter, which `/` goes to where there is one. */
const FILTER = "[data-filter]";

/** Ctrl K, and `/` where the page has no filter of its own; loaded when it is first asked for. */
export function PaletteButton({ hrefs }: { hrefs: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  const filter = () => {
    const field = document.querySelector<HTMLElement>(FILTER);
    if (field === null) open();
    else field.focus();
  };
  useHoldLive(isOpen);
  useKeys("anywhere", [
    { keys: "mod+k", word: "Go to, find or do", run: open },
    { keys: "/", word: "Filter or find", run: filter },
  ]);
  const closed = () => {
    if (document.activeElement === document.body) button.current?.focus();
  };
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-label="Search, or go to a page"
        className={classes.search}
        onClick={open}
        ref={button}
        type="button"
      >
        <IconSearch aria-hidden size={16} />
        <span aria-hidden className={classes.searchWords}>
          Search id, recipient, Message-ID
        </span>
        <span aria-hidden className={classes.searchKey}>
          <Kbd size="xs">Ctrl K</Kbd>
        </span>
      </button>
      {wasAsked && <PaletteDialog hrefs={hrefs} isOpen={isOpen} onClose={() => setOpen(false)} onClosed={closed} />}
    </>
  );
}
