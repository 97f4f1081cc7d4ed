"use client";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { cssVariables, theme } from "../ui/theme.ts";
import { makeQueryClient } from "./query-client.ts";

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {children}
        <Notifications position="bottom-right" autoClose={10_000} />
      </MantineProvider>
    </QueryClientProvider>
  );
}
