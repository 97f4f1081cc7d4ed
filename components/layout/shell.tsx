import { Button, Text } from "@mantine/core";
import { IconChecklist, IconInbox, IconMail } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Role } from "#lib/auth/contract.ts";
import { EnvironmentName } from "./environment-name.tsx";
import { NavLink } from "./nav-link.tsx";
import classes from "./shell.module.css";

type ShellProps = {
  actor: { name: string; email: string; roles: readonly Role[] };
  environment: string | null;
  counts: { queue: ReactNode; approvals: ReactNode };
  demo: boolean;
  children: ReactNode;
};

export function Shell({ actor, environment, counts, demo, children }: ShellProps) {
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
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
      <nav aria-label="Desk" className={classes.nav}>
        <NavLink count={counts.queue} href="/queue" icon={<IconInbox />} label="Queue" />
        <NavLink count={counts.approvals} href="/approvals" icon={<IconChecklist />} label="Approvals" />
        {demo && <NavLink href="/mailbox" icon={<IconMail />} label="Demo mailbox" />}
      </nav>
      <main className={classes.main} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
