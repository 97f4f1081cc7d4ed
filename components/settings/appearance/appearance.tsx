"use client";

import { Radio, Switch, Text, Title } from "@mantine/core";
import type { Preferences } from "#lib/preferences/contract.ts";
import { ZoneChoice } from "../../layout/header/zone-switch.tsx";
import { usePreferences } from "../../layout/preferences/preferences-provider.tsx";
import classes from "./appearance.module.css";

const THEMES = [
  { value: "auto", label: "As the system has it" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const satisfies readonly Option<"theme">[];

const DENSITIES = [
  { value: "comfortable", label: "Comfortable: rows of 40 px" },
  { value: "compact", label: "Compact: rows of 32 px" },
] as const satisfies readonly Option<"density">[];

const MOTIONS = [
  { value: "system", label: "As the system has it" },
  { value: "reduced", label: "None" },
] as const satisfies readonly Option<"motion">[];

/** Every choice takes effect at once and is kept for this person, on whatever machine. */
export function Appearance() {
  const { preferences, change } = usePreferences();
  return (
    <>
      <Title order={1}>Appearance</Title>
      <Text c="dimmed" mb="lg">
        What you choose takes effect at once, and on every machine where you sign in.
      </Text>
      <div className={classes.choices}>
        <Choice field="theme" label="Theme" options={THEMES} />
        <Choice field="density" label="Density of lists" options={DENSITIES} />
        <section aria-label="Time zone">
          <ZoneChoice />
        </section>
        <Choice field="motion" label="Motion" options={MOTIONS} />
        <Switch
          checked={preferences.singleKeys}
          description="Off for whoever dictates, or leans on keys. Ctrl K and the keys of open dialogs stay."
          label="Shortcuts of a single key, such as d and g q"
          onChange={(event) => change({ singleKeys: event.currentTarget.checked })}
          size="md"
        />
      </div>
    </>
  );
}

type Field = "theme" | "density" | "motion";
type Option<F extends Field> = { value: Preferences[F]; label: string };

function Choice<F extends Field>({
  field,
  label,
  options,
}: {
  field: F;
  label: string;
  options: readonly Option<F>[];
}) {
  const { preferences, change } = usePreferences();
  const choose = (value: string) => {
    const option = options.find((each) => each.value === value);
    if (option) change({ [field]: option.value });
  };
  return (
    <Radio.Group label={label} onChange={choose} value={preferences[field]}>
      <div className={classes.options}>
        {options.map(({ value, label: said }) => (
          <Radio key={value} label={said} value={value} />
        ))}
      </div>
    </Radio.Group>
  );
}
