"use client";

import { Modal, Text, Title } from "@mantine/core";
import { Fragment } from "react";
import { KeyCaps } from "./key-caps.tsx";
import { type KeyBinding, keysOf, type KeyScope, type KeySet } from "./key-registry.ts";
import { keyRegistry } from "./use-keys.ts";
import classes from "./key-sheet.module.css";

const SECTIONS: readonly { scope: KeyScope; title: string }[] = [
  { scope: "anywhere", title: "Anywhere" },
  { scope: "list", title: "In a list" },
  { scope: "item", title: "On a case" },
  { scope: "dialog", title: "In a dialog" },
];

/** Of every dialog in which something is decided, though none is open while this is read. */
const DIALOG_KEYS: readonly Pick<KeyBinding, "keys" | "word">[] = [
  { keys: "1", word: "Choose the first reason; 2 the second, and so on" },
  { keys: "mod+Enter", word: "Submit" },
  { keys: "Escape", word: "Keep it as it is" },
];

type KeySheetProps = { sets: readonly KeySet[]; isOpen: boolean; onClose: () => void };

/** What the keys of this very page do. */
export function KeySheet({ sets, isOpen, onClose }: KeySheetProps) {
  const of = (scope: KeyScope) => [
    ...sets.filter((set) => set.scope === scope).flatMap((set) => set.bindings()),
    ...(scope === "dialog" ? DIALOG_KEYS : []),
  ];
  const sections = SECTIONS.map((section) => ({ ...section, bindings: of(section.scope) }));
  return (
    <Modal onClose={onClose} opened={isOpen} size={640} title="Keys">
      {!keyRegistry.hasSingleKeys() && <Text mb="md">Keys without Ctrl are switched off in your settings.</Text>}
      <div className={classes.sections}>
        {sections
          .filter(({ bindings }) => bindings.length > 0)
          .map(({ scope, title, bindings }) => (
            <section aria-label={title} key={scope}>
              <Title order={3}>{title}</Title>
              <dl className={classes.keys}>
                {bindings.map((binding) => (
                  <div className={classes.line} key={binding.word}>
                    <dt>
                      <AllKeys binding={binding} />
                    </dt>
                    <dd>{binding.word}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  );
}

function AllKeys({ binding }: { binding: Pick<KeyBinding, "keys"> }) {
  return keysOf(binding).map((keys, index) => (
    <Fragment key={keys}>
      {index > 0 && " or "}
      <KeyCaps keys={keys} />
    </Fragment>
  ));
}
