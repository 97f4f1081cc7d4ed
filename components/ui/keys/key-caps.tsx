import { Kbd } from "@mantine/core";
import { Fragment } from "react";

const CAPS: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page up",
  PageDown: "Page down",
};

/** The keys of a binding as they stand on the keyboard: `g q` is two presses, `mod+k` one. */
export function KeyCaps({ keys }: { keys: string }) {
  return keys.split(" ").map((press, index) => (
    <Fragment key={press}>
      {index > 0 && " then "}
      {capsOf(press).map((cap, at) => (
        <Fragment key={cap}>
          {at > 0 && " "}
          <Kbd>{cap}</Kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}

function capsOf(press: string): string[] {
  return press.split("+").map((part) => CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}
