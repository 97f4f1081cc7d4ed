import type { ReactNode } from "react";
import type { Person } from "../person/person-context.tsx";
import { EnvironmentName } from "../shell/environment-name.tsx";
import { Tray } from "../tray/tray.tsx";
import { UserMenu } from "./user-menu.tsx";
import { ZoneSwitch } from "./zone-switch.tsx";
import classes from "./header.module.css";

type HeaderProps = { actor: Person; environment: string; search: ReactNode };

export function Header({ actor, environment, search }: HeaderProps) {
  return (
    <header className={classes.header}>
      <a className={classes.brand} href="/queue">
        Notwice
      </a>
      <EnvironmentName name={environment} />
      {search}
      <div className={classes.tools}>
        <ZoneSwitch />
        <Tray />
        <UserMenu actor={actor} />
      </div>
    </header>
  );
}
