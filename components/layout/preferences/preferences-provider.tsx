"use client";

import { useMantineColorScheme } from "@mantine/core";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { putJson } from "#lib/client/api.ts";
import type { Preferences, PreferencesInput } from "#lib/preferences/contract.ts";
import { keyRegistry } from "../../ui/keys/use-keys.ts";
import { ZoneProvider } from "../../ui/time/zone.tsx";
import { tell } from "../tray/notices.ts";

type Chosen = { preferences: Preferences; change: (given: PreferencesInput) => void };

const PreferencesContext = createContext<Chosen | null>(null);

type PreferencesProviderProps = { saved: Preferences; browserZone: string; children: ReactNode };

/** Takes effect at once, and is kept for the person's other browsers; what could not be kept is said and stays here. */
export function PreferencesProvider({ saved, browserZone, children }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(saved);
  const { setColorScheme } = useMantineColorScheme();
  const queue = useRef(Promise.resolve());
  useEffect(() => keyRegistry.setSingleKeys(preferences.singleKeys), [preferences.singleKeys]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["density"] = preferences.density;
    dataset["motion"] = preferences.motion;
  }, [preferences.density, preferences.motion]);

  const chosen = useMemo<Chosen>(() => {
    const change = (given: PreferencesInput) => {
      setPreferences((before) => merged(before, given));
      if (given.theme !== undefined) setColorScheme(given.theme);
      // One after the other, so that the last choice is the one that is kept.
      queue.current = queue.current
        .then(() => putJson("/api/me/preferences", given))
        .then(() => undefined)
        .catch(() => tell({ words: "This choice could not be stored. It holds on this page only.", isTrouble: true }));
    };
    return { preferences, change };
  }, [preferences, setColorScheme]);

  return (
    <PreferencesContext value={chosen}>
      <ZoneProvider browserZone={browserZone} zone={preferences.zone}>
        {children}
      </ZoneProvider>
    </PreferencesContext>
  );
}

function merged(before: Preferences, given: PreferencesInput): Preferences {
  return {
    theme: given.theme ?? before.theme,
    density: given.density ?? before.density,
    zone: given.zone ?? before.zone,
    motion: given.motion ?? before.motion,
    singleKeys: given.singleKeys ?? before.singleKeys,
  };
}

export function usePreferences(): Chosen {
  const chosen = useContext(PreferencesContext);
  if (chosen === null) throw new Error("usePreferences() stands inside the shell.");
  return chosen;
}
