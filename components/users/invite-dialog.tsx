"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Role } from "#lib/auth/contract.ts";
import { ApiProblem } from "#lib/client/api.ts";
import { userActions } from "#lib/client/user-actions.ts";
import type { InviteUserInput, UserLink } from "#lib/users/contract.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { RoleFields } from "./role-fields.tsx";
import { useUserAction } from "./use-user-action.ts";
import { UserTrouble } from "./user-trouble.tsx";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState<InviteUserInput>({ name: "", email: "", roles: ["operator"] });
  const [made, setMade] = useState<UserLink | null>(null);
  const invite = useUserAction(userActions.invite, setMade);
  const field = invite.error instanceof ApiProblem ? invite.error.problem.field : undefined;
  const errorOf = (name: string) => (field === name ? invite.error?.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(person);
  };
  if (made) {
    return (
      <Modal closeOnClickOutside={false} onClose={onClose} opened title={`${person.name} is invited`}>
        <OneTimeLink made={made} name={person.name} onClose={onClose} />
      </Modal>
    );
  }
  return (
    <Modal closeOnClickOutside={false} onClose={onClose} opened title="Invite a person">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            error={errorOf("name")}
            label="Name"
            onChange={({ currentTarget: { value: name } }) => setPerson({ ...person, name })}
            required
            value={person.name}
          />
          <TextInput
            error={errorOf("email")}
            label="E-mail"
            onChange={({ currentTarget: { value: email } }) => setPerson({ ...person, email })}
            required
            type="email"
            value={person.email}
          />
          <RoleFields onChange={(roles: Role[]) => setPerson({ ...person, roles })} value={person.roles} />
          {field === undefined && <UserTrouble error={invite.error} />}
          <Group justify="flex-end">
            <Button onClick={onClose} variant="default">
              Invite nobody
            </Button>
            <Button disabled={person.roles.length === 0} loading={invite.isPending} type="submit">
              Make the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
