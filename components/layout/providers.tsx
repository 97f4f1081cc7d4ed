"use client";

import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { cssVariables, theme as mantineTheme } from "../ui/theme.ts";

/** The scheme is kept with the person, by the server: a second opinion in the browser would only flash. */
const SCHEMES: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

export function Providers({ theme, children }: { theme: MantineColorScheme; children: ReactNode }) {
  return (
    <MantineProvider
      colorSchemeManager={SCHEMES}
      cssVariablesResolver={cssVariables}
      defaultColorScheme={theme}
      theme={mantineTheme}
    >
      {children}
    </MantineProvider>
  );
}
