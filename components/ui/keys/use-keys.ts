"use client";

import { useEffect, useRef } from "react";
import { createKeyRegistry, type KeyBinding, type KeyScope } from "./key-registry.ts";

/** One for the page: the keys of whatever is mounted. */
export const keyRegistry = createKeyRegistry();

const OPEN_DIALOG = "[role=dialog][aria-modal=true], dialog[open]";

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isDialogOpen = document.querySelector(OPEN_DIALOG) !== null;
  if (keyRegistry.press(event, { target, isDialogOpen, now: event.timeStamp })) event.preventDefault();
}

let mounted = 0;

/** Keys that work while this component is mounted; all of them stand in the sheet under `?`. */
export function useKeys(scope: KeyScope, bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    mounted += 1;
    if (mounted === 1) document.addEventListener("keydown", press);
    const unregister = keyRegistry.register({ scope, bindings: () => latest.current });
    return () => {
      unregister();
      mounted -= 1;
      if (mounted === 0) document.removeEventListener("keydown", press);
    };
  }, [scope]);
}
