import "#components/ui/mantine-styles.ts";
import "#components/ui/global.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/layout/providers.tsx";
import { currentPreferences } from "./current-preferences.ts";

export const metadata: Metadata = {
  title: { default: "Notwice", template: "%s · Notwice" },
  description: "Nothing goes out twice unless a person signs.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  const { theme, density, motion } = await currentPreferences();
  const scheme = theme === "dark" ? "dark" : "light";
  return (
    <html
      lang="en"
      {...mantineHtmlProps}
      data-density={density}
      data-mantine-color-scheme={scheme}
      data-motion={motion}
    >
      <head>
        <ColorSchemeScript defaultColorScheme={theme} localStorageKey="notwice-not-stored" nonce={nonce} />
      </head>
      <body>
        <Providers theme={theme}>{children}</Providers>
      </body>
    </html>
  );
}
