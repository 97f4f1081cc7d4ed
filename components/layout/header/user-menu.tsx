"use client";

import { Button } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import Link from "next/link";
import type { Person } from "../person/person-context.tsx";
import { HeaderPopup } from "./header-popup.tsx";
import classes from "./header.module.css";

export function UserMenu({ actor }: { actor: Person }) {
  return (
    <HeaderPopup
      icon={<IconUserCircle />}
      label={`${actor.name}, account`}
      shown={<span className={classes.name}>{actor.name}</span>}
    >
      <div className={classes.account}>
        <p className={classes.who}>
          <strong>{actor.name}</strong>
          <span>{actor.email}</span>
          <span>{actor.roles.join(", ")}</span>
        </p>
        <Link href="/settings/appearance">Appearance</Link>
        <form action="/api/auth/sign-out" method="post">
          <Button size="xs" type="submit" variant="default">
            Sign out
          </Button>
        </form>
      </div>
    </HeaderPopup>
  );
}
