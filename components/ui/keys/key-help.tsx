"use client";

import dynamic from "next/dynamic";
import { useState, useSyncExternalStore } from "react";
import type { KeySet } from "./key-registry.ts";
import { keyRegistry, useKeys } from "./use-keys.ts";

const KeySheet = dynamic(async () => (await import("./key-sheet.tsx")).KeySheet, { ssr: false });

const NONE: readonly KeySet[] = [];

/** `?`: loaded when it is first asked for. */
export function KeyHelp() {
  const sets = useSyncExternalStore(keyRegistry.subscribe, keyRegistry.sets, () => NONE);
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  useKeys("anywhere", [{ keys: "?", word: "Show these keys", run: open }]);
  return wasAsked && <KeySheet isOpen={isOpen} onClose={() => setOpen(false)} sets={sets} />;
}
