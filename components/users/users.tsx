"use client";

import { Button, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { UserList, UserRow } from "#lib/users/contract.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PendingRoles } from "./pending-roles.tsx";
import { RolesDialog } from "./roles-dialog.tsx";
import { DisableDialog, EnableDialog, LinkDialog } from "./state-dialogs.tsx";
import { UserTable } from "./user-table.tsx";
import classes from "./users.module.css";

export type UserDialog = { what: "roles" | "disable" | "enable" | "link"; user: UserRow };

export function Users({ list }: { list: UserList }) {
  const [dialog, setDialog] = useState<UserDialog | "invite" | null>(null);
  const [said, setSaid] = useState("");
  const close = () => setDialog(null);
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>Users</Title>
        <Button onClick={() => setDialog("invite")}>Invite a person</Button>
      </div>
      <Text aria-live="polite" mb={said === "" ? 0 : "md"} role="status">
        {said}
      </Text>
      <PendingRoles onSaid={setSaid} users={list.users} />
      <UserTable onOpen={setDialog} users={list.users} />
      {list.users.length === 1 && (
        <Text c="dimmed" mt="md">
          You are alone here. A resend needs a second person: invite one.
        </Text>
      )}
      {dialog === "invite" && <InviteDialog onClose={close} />}
      {dialog !== null && dialog !== "invite" && <OpenDialog dialog={dialog} onClose={close} onSaid={setSaid} />}
    </>
  );
}

type OpenDialogProps = { dialog: UserDialog; onClose: () => void; onSaid: (said: string) => void };

function OpenDialog({ dialog: { what, user }, ...rest }: OpenDialogProps) {
  switch (what) {
    case "roles":
      return <RolesDialog user={user} {...rest} />;
    case "disable":
      return <DisableDialog user={user} {...rest} />;
    case "enable":
      return <EnableDialog user={user} {...rest} />;
    case "link":
      return <LinkDialog onClose={rest.onClose} user={user} />;
  }
}
