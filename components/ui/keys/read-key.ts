/** What of a `KeyboardEvent` is read. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing" | "keyCode"
> & { getModifierState(name: string): boolean };

/** What of the element that has the focus is read. */
export type KeyTarget = {
  tagName: string;
  type?: string;
  isContentEditable?: boolean;
  closest?(selector: string): unknown;
};

const LONE_MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"]);
/** Browsers send it in place of a key that an input method is still working on. */
const COMPOSING_KEY_CODE = 229;

/**
 * The name a press is bound by: `j`, `shift+j`, `?`, `[`, `Enter`, `shift+Enter`, `mod+k`, `alt+ArrowUp`; null for what
 * is no key of its own. A sign is named by itself, however many keys a layout needs for it: `?` is shift and ß in
 * Germany, `[` is AltGr and 8. A letter of another script is named by its place on the keyboard.
 */
export function readKey(press: KeyPress): string | null {
  const { key, altKey, shiftKey } = press;
  if (LONE_MODIFIERS.has(key) || press.isComposing || press.keyCode === COMPOSING_KEY_CODE) return null;
  const typesBySecondShift = press.getModifierState("AltGraph");
  const mod = (press.ctrlKey || press.metaKey) && !typesBySecondShift ? "mod+" : "";
  const alt = altKey && !typesBySecondShift ? "alt+" : "";
  const letter = letterOf(press);
  if (letter !== null) return `${mod}${alt}${shiftKey ? "shift+" : ""}${letter}`;
  if (key === " ") return `${mod}${alt}${shiftKey ? "shift+" : ""}Space`;
  if (key.length === 1) return `${mod}${alt}${key}`;
  return `${mod}${alt}${shiftKey ? "shift+" : ""}${key}`;
}

/** Not by what caps lock makes of it: that would turn `j` into `shift+j`. */
function letterOf({ key, code }: KeyPress): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isOtherScript = key.length === 1 && /\p{L}/u.test(key);
  return isOtherScript ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}

/** A key that also writes, so that whoever dictates or leans on the keyboard may want it switched off (WCAG 2.1.4). */
export function isSingleKey(name: string): boolean {
  return !name.includes("mod+") && !name.includes("alt+") && /^(shift\+)?\S$/u.test(name.split(" ")[0] ?? "");
}

const TEXTLESS_INPUTS = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file", "image"]);

/** Whether letters are written there. A checkbox takes none, so keys work while it has the focus. */
export function isTyping(target: KeyTarget | null): boolean {
  if (target === null) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return true;
  if (target.tagName === "INPUT") return !TEXTLESS_INPUTS.has(target.type ?? "text");
  return Boolean(target.closest?.("[role=menu],[role=menubar],[role=listbox],[role=textbox],[role=combobox]"));
}

/** Whether the element makes something of this key by itself: Space on a checkbox, Enter on a link, arrows on a radio. */
export function isOwnKey(name: string, target: KeyTarget | null): boolean {
  if (target === null) return false;
  const { tagName, type } = target;
  const presses = tagName === "BUTTON" || tagName === "SUMMARY" || tagName === "INPUT";
  if (name === "Enter") return presses || tagName === "A";
  if (name === "Space") return presses;
  const moves =
    (tagName === "INPUT" && (type === "radio" || type === "range")) ||
    Boolean(target.closest?.("[role=tablist],[role=radiogroup]"));
  return moves && /^(Arrow\w+|Home|End|Page\w+)$/.test(name);
}
