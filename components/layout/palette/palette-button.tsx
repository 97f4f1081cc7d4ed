"use client";

import { Kbd } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { useHoldLive } from "../live/live-provider.tsx";
import classes from "../header/header.module.css";

const load = async () => (await import("./palette-dialog.tsx")).PaletteDialog;

/** While it loads it is a dialog already: what is typed meanwhile must not be taken for keys of the page. */
const PaletteDialog = dynamic(load, {
  ssr: false,
  loading: () => <div aria-label="Opening" aria-modal role="dialog" />,
});

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
  useEffect(() => {
    // Ctrl is down before K is.
    const prepare = ({ key }: KeyboardEvent) => {
      if (key === "Control" || key === "Meta") void load();
    };
    document.addEventListener("keydown", prepare);
    return () => document.removeEventListener("keydown", prepare);
  }, []);
  const closed = () => {
    if (document.activeElement === document.body) button.current?.focus();
  };
  return (
    <>
      <button
        aria-haspopup="dialog"
        className={classes.search}
        onClick={open}
        onPointerEnter={() => void load()}
        ref={button}
        type="button"
      >
        <IconSearch aria-hidden size={16} />
        <span className={classes.searchWords}>Search id, recipient, Message-ID</span>
        <span aria-hidden className={classes.searchKey}>
          <Kbd size="xs">Ctrl K</Kbd>
        </span>
      </button>
      {wasAsked && <PaletteDialog hrefs={hrefs} isOpen={isOpen} onClose={() => setOpen(false)} onClosed={closed} />}
    </>
  );
}
