"use client";

import { type KeyBinding } from "../../../ui/keys/key-registry.ts";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import type { Selection } from "../selection/use-selection.ts";
import type { ActiveRow } from "./use-active-row.ts";

const PAGE_STEP = 10;

type ListKeys = {
  active: ActiveRow;
  selection: Selection;
  count: number;
  arrived: number;
  onOpen: () => void;
  onShow: () => void;
  onPreview: () => void;
};

/** Moving, choosing and opening. The first `j` goes to the row that is next to be decided, not past it. */
export function useListKeys({ active, selection, count, arrived, onOpen, onShow, onPreview }: ListKeys): void {
  const { index, focusRow, hasFocus } = active;
  const move = (by: number) => focusRow(hasFocus() ? index + by : index);
  const extend = (by: number) => {
    const to = Math.max(0, Math.min(index + by, count - 1));
    selection.extend(index, to);
    focusRow(to);
  };
  const moving: KeyBinding[] = [
    { keys: "j", word: "Next row", run: () => move(1), repeats: true },
    { keys: "k", word: "Previous row", run: () => move(-1), repeats: true },
    { keys: "x", word: "Select or unselect the row", run: () => selection.toggle(index, false) },
    { keys: "shift+j", word: "Select down to the next row", run: () => extend(1), repeats: true },
    { keys: "shift+k", word: "Select up to the previous row", run: () => extend(-1), repeats: true },
    { keys: "o", word: "Open the row", run: onOpen },
    { keys: ".", word: "Show new rows", run: onShow, isOff: arrived === 0 },
    { keys: "v", word: "Show or hide the preview", run: onPreview },
  ];
  // Elsewhere on the page these belong to the browser: they scroll, press and select there.
  const inside: KeyBinding[] = [
    { keys: "ArrowDown", word: "Next row, in the list", run: () => move(1), repeats: true },
    { keys: "ArrowUp", word: "Previous row, in the list", run: () => move(-1), repeats: true },
    { keys: "Home", word: "First row", run: () => focusRow(0) },
    { keys: "End", word: "Last row that is loaded", run: () => focusRow(count - 1) },
    { keys: "PageDown", word: "Ten rows down", run: () => move(PAGE_STEP), repeats: true },
    { keys: "PageUp", word: "Ten rows up", run: () => move(-PAGE_STEP), repeats: true },
    { keys: "Enter", word: "Open the row, in the list", run: onOpen },
    { keys: "Space", word: "Select or unselect the row, in the list", run: () => selection.toggle(index, false) },
    { keys: "mod+a", word: "Select all that are loaded", run: selection.selectLoaded },
  ];
  const clearing: KeyBinding = {
    keys: "Escape",
    word: "Clear the selection",
    run: selection.clear,
    isOff: selection.chosen.length === 0,
  };
  useKeys("list", count === 0 ? [] : [...moving, ...inside.map((key) => whereFocused(key, hasFocus)), clearing]);
}

function whereFocused(binding: KeyBinding, hasFocus: () => boolean): KeyBinding {
  return {
    ...binding,
    get isOff() {
      return !hasFocus();
    },
  };
}
