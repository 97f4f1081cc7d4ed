import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Role } from "#lib/auth/contract.ts";
import { LiveRegions } from "../../ui/announce/live-regions.tsx";
import { KeyHelp } from "../../ui/keys/key-help.tsx";
import { Banner } from "../banner/banner.tsx";
import { Nav } from "../nav/nav.tsx";
import { EnvironmentName } from "./environment-name.tsx";
import { SkipLinks } from "./skip-links.tsx";
import classes from "./shell.module.css";

type ShellProps = {
  actor: { name: string; email: string; roles: readonly Role[] };
  environment: string | null;
  nav: { hrefs: readonly string[]; wasFolded: boolean };
  children: ReactNode;
};

export function Shell({ actor, environment, nav, children }: ShellProps) {
  return (
    <div className={classes.frame}>
      <SkipLinks />
      <header className={classes.header}>
        <a className={classes.brand} href="/queue">
          Notwice
        </a>
        <EnvironmentName name={environment} />
        <div className={classes.person}>
          <Text className={classes.name} span>
            {actor.name}
          </Text>
          <Text c="dimmed" className={classes.roles} size="sm" span>
            {actor.roles.join(", ")}
          </Text>
          <form action="/api/auth/sign-out" method="post">
            <Button color="gray" size="xs" type="submit" variant="default">
              Sign out
            </Button>
          </form>
        </div>
      </header>
      <Nav {...nav} />
      <Banner hrefs={nav.hrefs} />
      <main className={classes.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <KeyHelp />
      <LiveRegions />
    </div>
  );
}
