"use client";

import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import type { UserLink } from "#lib/users/contract.ts";
import { Time } from "../ui/time.tsx";
import { sayRoles } from "./say-roles.ts";
import classes from "./users.module.css";

type OneTimeLinkProps = { made: UserLink; name: string; onClose: () => void };

export function OneTimeLink({ made, name, onClose }: OneTimeLinkProps) {
  return (
    <Stack gap="md">
      <Text>
        Give this link to {name}. It works once, until <Time at={made.expiresAt} />, and is shown only now.
      </Text>
      <div className={classes.link}>{made.link}</div>
      {made.roles.outcome !== "unchanged" && <Text>{sayRoles(name, made.roles)}</Text>}
      <Group justify="flex-end">
        <CopyButton value={made.link}>
          {({ copied, copy }) => (
            <Button onClick={copy} variant="default">
              {copied ? "Copied" : "Copy the link"}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I stored it</Button>
      </Group>
    </Stack>
  );
}
