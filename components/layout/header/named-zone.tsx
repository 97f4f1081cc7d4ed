"use client";

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { isZone } from "#lib/preferences/words.ts";
import { zoneNames } from "../../ui/time/zone.tsx";
import classes from "./header.module.css";

/** Any zone by its name; the browser's own list helps to write it. */
export function NamedZone({ onChoose }: { onChoose: (zone: string) => void }) {
  const listId = useId();
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === "" || !isZone(name)) return setError("There is no zone of this name. Try Europe/Berlin.");
    setError(null);
    onChoose(name);
  };
  return (
    <form className={classes.named} onSubmit={submit}>
      <TextInput
        error={error}
        label="Another zone"
        list={listId}
        onChange={(event) => setName(event.currentTarget.value)}
        placeholder="Asia/Tokyo"
        value={name}
      />
      <datalist id={listId}>
        {zoneNames().map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <Button size="xs" type="submit" variant="default">
        Use this zone
      </Button>
    </form>
  );
}
