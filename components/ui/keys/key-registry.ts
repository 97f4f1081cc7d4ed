import { isOwnKey, isSingleKey, isTyping, type KeyPress, type KeyTarget, readKey } from "./read-key.ts";

/** In this order the first that knows a key gets it: what is nearest to the hand comes first. */
export const KEY_SCOPES = ["dialog", "item", "list", "anywhere"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export type KeyBinding = {
  /** As `readKey` names them; two with a blank between are pressed one after the other: `g q`. */
  keys: string | readonly string[];
  /** What it does, for the sheet: "Next row". */
  word: string;
  run: () => void;
  /** Moving may go on while the key is held; nothing that opens or decides may. */
  repeats?: boolean;
  /** Known, and listed, but not now. */
  isOff?: boolean;
};

export type KeySet = { scope: KeyScope; bindings: () => readonly KeyBinding[] };

export type KeyPlace = {
  target: KeyTarget | null;
  /** A dialog hides what is below it from the keys too, except its own. */
  isDialogOpen: boolean;
  now: number;
};

const NEXT_KEY_MS = 1500;

export function createKeyRegistry() {
  let sets: readonly KeySet[] = [];
  let hasSingleKeys = true;
  let first: { key: string; until: number } | null = null;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  /** Newest first within a scope: what was mounted last lies on top. */
  function candidates({ target, isDialogOpen }: KeyPlace): { binding: KeyBinding; key: string }[] {
    const typing = isTyping(target);
    return (
      KEY_SCOPES.filter((scope) => (scope === "dialog") === isDialogOpen)
        .flatMap((scope) => sets.filter((set) => set.scope === scope).toReversed())
        .flatMap(({ scope, bindings }) => bindings().map((binding) => ({ scope, binding })))
        .filter(({ binding }) => !binding.isOff)
        .flatMap(({ scope, binding }) => keysOf(binding).map((key) => ({ scope, binding, key })))
        .filter(({ key }) => hasSingleKeys || !isSingleKey(key))
        // In a field Ctrl+A is the text's, not the list's.
        .filter(({ scope, key }) => !typing || (key.startsWith("mod+") && (scope === "anywhere" || scope === "dialog")))
    );
  }

  function find(name: string, place: KeyPlace): KeyBinding | "waits" | null {
    const known = candidates(place);
    const found = known.find(({ key }) => key === name);
    if (found) return found.binding;
    return known.some(({ key }) => key.startsWith(`${name} `)) ? "waits" : null;
  }

  return {
    register(set: KeySet): () => void {
      sets = [...sets, set];
      tell();
      return () => {
        sets = sets.filter((each) => each !== set);
        tell();
      };
    },
    /** Does what the press is bound to; true if it was anything, so that the browser does nothing of its own. */
    press(press: KeyPress, place: KeyPlace): boolean {
      const name = readKey(press);
      if (name === null) return false;
      const begun = first !== null && place.now <= first.until && !isTyping(place.target) ? first.key : null;
      first = null;
      if (begun === null && isOwnKey(name, place.target)) return false;
      const found = find(begun === null ? name : `${begun} ${name}`, place);
      if (found === "waits") {
        if (!press.repeat) first = { key: name, until: place.now + NEXT_KEY_MS };
        return true;
      }
      // After `g` a wrong second key does nothing: not what it would do alone.
      if (found === null) return begun !== null;
      if (!press.repeat || found.repeats) found.run();
      return true;
    },
    setSingleKeys(on: boolean): void {
      hasSingleKeys = on;
      tell();
    },
    hasSingleKeys: () => hasSingleKeys,
    sets: () => sets,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function keysOf({ keys }: Pick<KeyBinding, "keys">): readonly string[] {
  return typeof keys === "string" ? [keys] : keys;
}
