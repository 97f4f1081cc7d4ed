"use client";

import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import type { Role } from "#lib/auth/contract.ts";
import { userActions } from "#lib/client/user-actions.ts";
import type { UserRow } from "#lib/users/contract.ts";
import { RoleFields } from "./role-fields.tsx";
import { sayRoles } from "./say-roles.ts";
import { useUserAction } from "./use-user-action.ts";
import { UserTrouble } from "./user-trouble.tsx";

type RolesDialogProps = { user: UserRow; onClose: () => void; onSaid: (said: string) => void };

/** Bound to the roles that stood there when it opened. */
export function RolesDialog({ user, onClose, onSaid }: RolesDialogProps) {
  const [seen] = useState(user.roles);
  const [roles, setRoles] = useState<Role[]>(user.roles);
  const change = useUserAction(
    (wanted: Role[]) => userActions.changeRoles(user.id, wanted, seen),
    (answer) => {
      onSaid(sayRoles(user.name, answer));
      onClose();
    },
  );
  return (
    <Modal closeOnClickOutside={false} onClose={onClose} opened title={`Change the roles of ${user.name}`}>
      <Stack gap="md">
        <RoleFields onChange={setRoles} value={roles} />
        <UserTrouble error={change.error} />
        <Group justify="flex-end">
          <Button onClick={onClose} variant="default">
            Keep the roles
          </Button>
          <Button
            disabled={roles.length === 0 || roles.join() === seen.join()}
            loading={change.isPending}
            onClick={() => change.mutate(roles)}
          >
            Change the roles
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
