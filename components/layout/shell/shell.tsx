import type { ReactNode } from "react";
import { LiveRegions } from "../../ui/announce/live-regions.tsx";
import { KeyHelp } from "../../ui/keys/key-help.tsx";
import { Banner } from "../banner/banner.tsx";
import { Header } from "../header/header.tsx";
import { Nav } from "../nav/nav.tsx";
import { PaletteButton } from "../palette/palette-button.tsx";
import type { Person } from "../person/person-context.tsx";
import { Toasts } from "../tray/toasts.tsx";
import { SkipLinks } from "./skip-links.tsx";
import classes from "./shell.module.css";

type ShellProps = {
  actor: Person;
  environment: string;
  nav: { hrefs: readonly string[]; wasFolded: boolean };
  children: ReactNode;
};

export function Shell({ actor, environment, nav, children }: ShellProps) {
  return (
    <div className={classes.frame}>
      <SkipLinks />
      <Header actor={actor} environment={environment} search={<PaletteButton hrefs={nav.hrefs} />} />
      <Nav {...nav} />
      <Banner hrefs={nav.hrefs} />
      <main className={classes.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <KeyHelp />
      <Toasts />
      <LiveRegions />
    </div>
  );
}
