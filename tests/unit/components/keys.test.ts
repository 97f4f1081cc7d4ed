import { describe, expect, it } from "vitest";
import { createKeyRegistry, type KeyBinding, type KeyScope } from "#components/ui/keys/key-registry.ts";
import { isSingleKey, type KeyPress, type KeyTarget, readKey } from "#components/ui/keys/read-key.ts";

function press(key: string, given: Partial<KeyPress> & { altGraph?: boolean } = {}): KeyPress {
  return {
    key,
    code: "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    isComposing: false,
    keyCode: 0,
    getModifierState: (name) => name === "AltGraph" && given.altGraph === true,
    ...given,
  };
}

const NOWHERE = { target: null, isDialogOpen: false, now: 0 };
const FIELD: KeyTarget = { tagName: "INPUT", type: "text" };
const CHECKBOX: KeyTarget = { tagName: "INPUT", type: "checkbox" };

function keys(...given: [KeyScope, string | readonly string[], Partial<KeyBinding>?][]) {
  const registry = createKeyRegistry();
  const done: string[] = [];
  for (const [scope, bound, more] of given) {
    const word = `${scope} ${String(bound)}`;
    registry.register({ scope, bindings: () => [{ keys: bound, word, run: () => done.push(word), ...more }] });
  }
  return { registry, done };
}

describe("the name of a press", () => {
  it.each([
    ["a letter", press("j"), "j"],
    ["a letter with shift", press("J", { shiftKey: true }), "shift+j"],
    ["a letter under caps lock", press("J"), "j"],
    ["a sign, with whatever it takes to write it", press("?", { shiftKey: true }), "?"],
    [
      "a sign behind AltGr, which Windows calls Ctrl and Alt",
      press("[", { ctrlKey: true, altKey: true, altGraph: true }),
      "[",
    ],
    ["a letter of another script, by its place", press("о", { code: "KeyJ" }), "j"],
    ["Ctrl and a letter", press("k", { ctrlKey: true }), "mod+k"],
    ["Cmd and a letter", press("k", { metaKey: true }), "mod+k"],
    ["a named key", press("Enter", { shiftKey: true }), "shift+Enter"],
    ["the space bar", press(" "), "Space"],
    ["a modifier alone", press("Shift", { shiftKey: true }), null],
    ["a key an input method works on", press("a", { isComposing: true }), null],
    ["the same in Safari", press("Enter", { keyCode: 229 }), null],
  ])("of %s", (_what, given, name) => {
    expect(readKey(given)).toBe(name);
  });

  it.each([
    ["j", true],
    ["shift+j", true],
    ["g q", true],
    ["?", true],
    ["mod+k", false],
    ["Enter", false],
    ["Escape", false],
  ])("%s writes when it is pressed alone: %s", (name, single) => {
    expect(isSingleKey(name)).toBe(single);
  });
});

describe("keys", () => {
  it("do what they are bound to, and tell the browser so", () => {
    const { registry, done } = keys(["list", ["j", "ArrowDown"]]);
    expect(registry.press(press("j"), NOWHERE)).toBe(true);
    expect(registry.press(press("ArrowDown"), NOWHERE)).toBe(true);
    expect(registry.press(press("x"), NOWHERE)).toBe(false);
    expect(done).toHaveLength(2);
  });

  it("are left to a field while somebody writes, but for Ctrl and those of every page", () => {
    const { registry, done } = keys(["list", "j"], ["anywhere", "mod+k"], ["list", "Escape"], ["list", "mod+a"]);
    for (const key of ["j", "Escape"]) expect(registry.press(press(key), { ...NOWHERE, target: FIELD })).toBe(false);
    expect(registry.press(press("a", { ctrlKey: true }), { ...NOWHERE, target: FIELD })).toBe(false);
    expect(registry.press(press("k", { ctrlKey: true }), { ...NOWHERE, target: FIELD })).toBe(true);
    expect(done).toEqual(["anywhere mod+k"]);
  });

  it("work while a checkbox has the focus, which keeps only what is its own", () => {
    const { registry, done } = keys(["list", ["x", "Space"]]);
    const place = { ...NOWHERE, target: CHECKBOX };
    expect(registry.press(press("x"), place)).toBe(true);
    expect(registry.press(press(" "), place)).toBe(false);
    expect(done).toHaveLength(1);
  });

  it("leave Enter to a link and arrows to a radio", () => {
    const { registry } = keys(["list", ["Enter", "ArrowDown"]]);
    expect(registry.press(press("Enter"), { ...NOWHERE, target: { tagName: "A" } })).toBe(false);
    const radio = { tagName: "INPUT", type: "radio" };
    expect(registry.press(press("ArrowDown"), { ...NOWHERE, target: radio })).toBe(false);
    expect(registry.press(press("Enter"), NOWHERE)).toBe(true);
  });

  it("below an open dialog are silent; its own work", () => {
    const { registry, done } = keys(["anywhere", "mod+k"], ["item", "d"], ["dialog", "mod+Enter"]);
    const place = { ...NOWHERE, isDialogOpen: true };
    expect(registry.press(press("d"), place)).toBe(false);
    expect(registry.press(press("k", { ctrlKey: true }), place)).toBe(false);
    expect(registry.press(press("Enter", { ctrlKey: true }), place)).toBe(true);
    expect(registry.press(press("Enter", { ctrlKey: true }), NOWHERE)).toBe(false);
    expect(done).toEqual(["dialog mod+Enter"]);
  });

  it("with Ctrl, Cmd or Alt are another key", () => {
    const { registry } = keys(["item", "d"], ["list", "r"]);
    expect(registry.press(press("d", { ctrlKey: true }), NOWHERE)).toBe(false);
    expect(registry.press(press("r", { metaKey: true }), NOWHERE)).toBe(false);
    expect(registry.press(press("d", { altKey: true }), NOWHERE)).toBe(false);
  });

  it("held down go on moving, and decide nothing twice", () => {
    const { registry, done } = keys(["list", "j", { repeats: true }], ["item", "d"]);
    for (const key of ["j", "d"]) {
      registry.press(press(key), NOWHERE);
      registry.press(press(key, { repeat: true }), NOWHERE);
    }
    expect(done).toEqual(["list j", "list j", "item d"]);
  });

  it("of an item come before those of a list, and the newest before older ones", () => {
    const { registry, done } = keys(["list", "o"], ["item", "o"], ["item", "u"], ["item", "u", { word: "newer" }]);
    registry.register({
      scope: "item",
      bindings: () => [{ keys: "u", word: "newest", run: () => done.push("newest") }],
    });
    registry.press(press("o"), NOWHERE);
    registry.press(press("u"), NOWHERE);
    expect(done).toEqual(["item o", "newest"]);
  });

  it("one after the other are a key of their own, for a while", () => {
    const { registry, done } = keys(["anywhere", "g q"], ["item", "q"], ["item", "d"]);
    registry.press(press("g"), NOWHERE);
    registry.press(press("q"), { ...NOWHERE, now: 1000 });
    expect(done).toEqual(["anywhere g q"]);
    registry.press(press("g"), { ...NOWHERE, now: 2000 });
    registry.press(press("q"), { ...NOWHERE, now: 9000 });
    expect(done).toEqual(["anywhere g q", "item q"]);
  });

  it("that follow `g` by mistake do nothing, not what they would do alone", () => {
    const { registry, done } = keys(["anywhere", "g q"], ["item", "d"]);
    registry.press(press("g"), NOWHERE);
    expect(registry.press(press("d"), { ...NOWHERE, now: 10 })).toBe(true);
    expect(done).toEqual([]);
  });

  it("that write by themselves can be switched off; the others stay", () => {
    const { registry, done } = keys(["item", "d"], ["anywhere", "g q"], ["anywhere", "mod+k"], ["list", "Enter"]);
    registry.setSingleKeys(false);
    for (const given of [press("d"), press("g"), press("q"), press("k", { ctrlKey: true }), press("Enter")]) {
      registry.press(given, NOWHERE);
    }
    expect(done).toEqual(["anywhere mod+k", "list Enter"]);
  });

  it("that are off, or no longer mounted, are nobody's", () => {
    const { registry, done } = keys(["item", "a", { isOff: true }]);
    const leave = registry.register({
      scope: "item",
      bindings: () => [{ keys: "n", word: "n", run: () => done.push("n") }],
    });
    leave();
    for (const key of ["a", "n"]) expect(registry.press(press(key), NOWHERE)).toBe(false);
    expect(done).toEqual([]);
  });
});
