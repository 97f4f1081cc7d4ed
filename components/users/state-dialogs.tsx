"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { userActions } from "#lib/client/user-actions.ts";
import type { UserLink, UserRow } from "#lib/users/contract.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { sayRoles } from "./say-roles.ts";
import { useUserAction } from "./use-user-action.ts";
import { UserTrouble } from "./user-trouble.tsx";

type StateDialogProps = { user: UserRow; onClose: () => void; onSaid: (said: string) => void };

export function DisableDialog({ user, onClose, onSaid }: StateDialogProps) {
  const disable = useUserAction(userActions.disable, () => {
    onSaid(`The account of ${user.name} is disabled, and its sessions have ended.`);
    onClose();
  });
  return (
    <Modal closeOnClickOutside={false} onClose={onClose} opened title={`Disable the account of ${user.name}?`}>
      <Stack gap="md">
        {user.waitOnlyForThem > 0 && (
          <Text fw={600}>
            {user.waitOnlyForThem === 1 ? "1 request waits" : `${user.waitOnlyForThem} requests wait`} for {user.name}{" "}
            only: nobody else can sign.
          </Text>
        )}
        {user.openRequests > 0 && (
          <Text>
            {user.openRequests === 1 ? "1 request" : `${user.openRequests} requests`} of {user.name} stay open.
          </Text>
        )}
        <Text>Every session ends at once. What {user.name} did keeps the name. You can enable the account again.</Text>
        <UserTrouble error={disable.error} />
        <Group justify="flex-end">
          <Button onClick={onClose} variant="default">
            Keep it enabled
          </Button>
          <Button loading={disable.isPending} onClick={() => disable.mutate(user.id)}>
            Disable the account
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function EnableDialog({ user, onClose, onSaid }: StateDialogProps) {
  const enable = useUserAction(userActions.enable, ({ roles }) => {
    onSaid(roles ? sayRoles(user.name, roles) : `The account of ${user.name} is enabled.`);
    onClose();
  });
  return (
    <Modal closeOnClickOutside={false} onClose={onClose} opened title={`Enable the account of ${user.name}?`}>
      <Stack gap="md">
        <Text>
          {user.name} can sign in again. The roles approver and admin are given anew: see what that needs below.
        </Text>
        <Text c="dimmed" size="sm">
          With two admins or more, another one signs for them. They count 60 s later.
        </Text>
        <UserTrouble error={enable.error} />
        <Group justify="flex-end">
          <Button onClick={onClose} variant="default">
            Keep it disabled
          </Button>
          <Button loading={enable.isPending} onClick={() => enable.mutate(user.id)}>
            Enable the account
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function LinkDialog({ user, onClose }: Omit<StateDialogProps, "onSaid">) {
  const [made, setMade] = useState<UserLink | null>(null);
  const make = useUserAction(userActions.makeLink, setMade);
  const isInvitation = user.status === "invited";
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened
      title={isInvitation ? `Invite ${user.name} again` : `Reset the password of ${user.name}?`}
    >
      {made ? (
        <OneTimeLink made={made} name={user.name} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text>
            {isInvitation
              ? "An earlier invitation stops working."
              : "Whoever holds the link gets into the account. So the roles approver and admin are given anew, and another admin signs for them, if there is one."}
          </Text>
          <UserTrouble error={make.error} />
          <Group justify="flex-end">
            <Button onClick={onClose} variant="default">
              Make no link
            </Button>
            <Button loading={make.isPending} onClick={() => make.mutate(user.id)}>
              Make the link
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
