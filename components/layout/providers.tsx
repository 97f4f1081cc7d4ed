"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { cssVariables, theme } from "../ui/theme.ts";

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider cssVariablesResolver={cssVariables} defaultColorScheme="auto" theme={theme}>
      {children}
    </MantineProvider>
  );
}
