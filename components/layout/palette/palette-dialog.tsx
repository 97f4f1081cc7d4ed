"use client";

import { Combobox, Modal, ScrollArea, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState } from "react";
import { KeyCaps } from "../../ui/keys/key-caps.tsx";
import { type Command, chooseCommands, readRecent, rememberCommand } from "./palette.ts";
import { usePaletteCommands } from "./use-palette-commands.tsx";
import classes from "./palette.module.css";

const SEARCH_AFTER_MS = 200;
const GROUPS = ["Found", "Case", "Go to", "Look"] as const;

type PaletteDialogProps = { hrefs: readonly string[]; isOpen: boolean; onClose: () => void; onClosed: () => void };

export function PaletteDialog({ hrefs, isOpen, onClose, onClosed }: PaletteDialogProps) {
  return (
    <Modal
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      opened={isOpen}
      padding="sm"
      size={640}
      title="Go to, find or do"
      transitionProps={{ duration: 0 }}
    >
      <Choice hrefs={hrefs} onClose={onClose} />
    </Modal>
  );
}

function Choice({ hrefs, onClose }: { hrefs: readonly string[]; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [searched] = useDebouncedValue(typed, SEARCH_AFTER_MS);
  const commands = chooseCommands(usePaletteCommands(hrefs, searched.trim()), typed, readRecent());
  const combobox = useCombobox({ opened: true });
  const submit = (id: string) => {
    const command = commands.find((each) => each.id === id);
    if (command === undefined) return;
    rememberCommand(id);
    onClose();
    // After the dialog has gone: what it runs may open another.
    setTimeout(command.run);
  };
  // What is found comes later than what was typed: Enter takes the first of whatever stands there.
  const offered = commands.map(({ id }) => id).join(" ");
  const selectFirst = useEffectEvent((ids: string) => {
    combobox.resetSelectedOption();
    if (ids !== "") combobox.selectFirstOption();
  });
  useEffect(() => selectFirst(offered), [offered]);
  return (
    <Combobox onOptionSubmit={submit} store={combobox}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label="Page, key, run, recipient or Message-ID"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder="Page, key, run, recipient or Message-ID"
          value={typed}
        />
      </Combobox.EventsTarget>
      <ScrollArea.Autosize className={classes.list} mah="50vh" type="scroll">
        <Combobox.Options aria-label="What can be done">
          {GROUPS.map((group) => (
            <Group commands={commands.filter((each) => each.group === group)} group={group} key={group} />
          ))}
          {commands.length === 0 && (
            <Combobox.Empty>Nothing fits. Keys, runs and recipients are found as a whole.</Combobox.Empty>
          )}
        </Combobox.Options>
      </ScrollArea.Autosize>
    </Combobox>
  );
}

function Group({ group, commands }: { group: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <Combobox.Group label={group}>
      {commands.map(({ id, words, icon, keys }) => (
        <Combobox.Option className={classes.option} key={id} value={id}>
          {icon !== undefined && (
            <span aria-hidden className={classes.icon}>
              {icon}
            </span>
          )}
          <span className={classes.words}>{words}</span>
          {keys !== undefined && (
            <span aria-hidden className={classes.keys}>
              <KeyCaps keys={keys} />
            </span>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}
