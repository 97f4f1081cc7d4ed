"use client";

import { Button, Group, Text, Title } from "@mantine/core";
import { userActions } from "#lib/client/user-actions.ts";
import type { PendingRoleChange, SignRoleChangeInput, UserRow } from "#lib/users/contract.ts";
import { Time } from "../ui/time.tsx";
import { useUserAction } from "./use-user-action.ts";
import { UserTrouble } from "./user-trouble.tsx";
import classes from "./users.module.css";

type PendingRolesProps = { users: readonly UserRow[]; onSaid: (said: string) => void };

export function PendingRoles({ users, onSaid }: PendingRolesProps) {
  const waiting = users.flatMap((user) => (user.proposal ? [{ user, proposal: user.proposal }] : []));
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="pending-roles">
      <Title id="pending-roles" mb="sm" order={2} size="h3">
        Roles that wait for a sign-off
      </Title>
      <ul className={classes.pending}>
        {waiting.map(({ user, proposal }) => (
          <Pending key={proposal.id} onSaid={onSaid} proposal={proposal} user={user} />
        ))}
      </ul>
    </section>
  );
}

const SAID = {
  approve: "You signed. It counts 60 s from now.",
  reject: "You turned it down. Nothing was changed.",
  withdraw: "You withdrew it. Nothing was changed.",
};

type PendingProps = { user: UserRow; proposal: PendingRoleChange; onSaid: (said: string) => void };

function Pending({ user, proposal, onSaid }: PendingProps) {
  const sign = useUserAction(
    (verdict: SignRoleChangeInput["verdict"]) => userActions.sign(user.id, { changeId: proposal.id, verdict }),
    (answer) =>
      onSaid(SAID[answer.outcome === "in_force" ? "approve" : answer.outcome === "rejected" ? "reject" : "withdraw"]),
  );
  return (
    <li>
      <div>
        <Text fw={600}>
          {user.name}: {user.roles.join(", ")} → {proposal.roles.join(", ")}
        </Text>
        <Text c="dimmed" size="sm">
          Proposed by {proposal.proposedBy.name}, <Time at={proposal.proposedAt} />. {proposal.sign.because}
        </Text>
        <UserTrouble error={sign.error} />
      </div>
      <Group gap="xs">
        {proposal.isOwn && (
          <Button loading={sign.isPending} onClick={() => sign.mutate("withdraw")} size="xs" variant="default">
            Withdraw
          </Button>
        )}
        {proposal.sign.allowed && (
          <>
            <Button loading={sign.isPending} onClick={() => sign.mutate("reject")} size="xs" variant="default">
              Turn down
            </Button>
            <Button loading={sign.isPending} onClick={() => sign.mutate("approve")} size="xs">
              Give {proposal.gives.join(" and ")}
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}
