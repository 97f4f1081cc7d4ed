import { Button } from "@mantine/core";
import type { UserRow } from "#lib/users/contract.ts";
import { Time } from "../ui/time.tsx";
import type { UserDialog } from "./users.tsx";
import classes from "./users.module.css";

const STATUS_WORDS: Record<UserRow["status"], string> = {
  active: "Active",
  invited: "Invited, has not come yet",
  disabled: "Disabled",
};

type UserTableProps = { users: readonly UserRow[]; onOpen: (dialog: UserDialog) => void };

export function UserTable({ users, onOpen }: UserTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Roles</th>
          <th scope="col">Status</th>
          <th scope="col">Last seen</th>
          <th scope="col">Open requests</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th className={classes.person} scope="row">
              <span className={classes.name}>
                {user.name}
                {user.isYou && " (you)"}
              </span>
              <span>{user.email}</span>
            </th>
            <td>
              <Roles user={user} />
            </td>
            <td>{STATUS_WORDS[user.status]}</td>
            <td>
              <Label text="Last seen" />
              {user.lastSeenAt ? <Time at={user.lastSeenAt} form="age" /> : "never"}
            </td>
            <td>
              <Label text="Open requests" />
              {user.openRequests}
              {user.waitOnlyForThem > 0 && (
                <div className={classes.note}>
                  {user.waitOnlyForThem} {user.waitOnlyForThem === 1 ? "waits" : "wait"} for {user.name} only
                </div>
              )}
            </td>
            <td>
              <Actions onOpen={onOpen} user={user} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a narrow screen there are no column heads. */
function Label({ text }: { text: string }) {
  return <span className={classes.label}>{text}: </span>;
}

function Roles({ user }: { user: UserRow }) {
  return (
    <>
      {user.roles.join(", ")}
      {user.raise && (
        <div className={classes.note}>
          {user.raise.roles.join(" and ")} from <Time at={user.raise.effectiveAt} clockOnly />
        </div>
      )}
      {user.rolesComeFromProvider && <div className={classes.note}>from the sign-in provider</div>}
      {user.isLastAdmin && <div className={classes.note}>the last admin</div>}
    </>
  );
}

function Actions({ user, onOpen }: { user: UserRow; onOpen: (dialog: UserDialog) => void }) {
  const button = (what: UserDialog["what"], word: string) => (
    <Button
      aria-label={`${word}: ${user.name}`}
      onClick={() => onOpen({ what, user })}
      size="compact-sm"
      variant="default"
    >
      {word}
    </Button>
  );
  if (user.status === "disabled") return button("enable", "Enable");
  return (
    <div className={classes.actions}>
      {!user.rolesComeFromProvider && button("roles", "Roles")}
      {user.status === "invited" && button("link", "Invite again")}
      {user.signsInWith === "password" && !user.isYou && button("link", "Reset password")}
      {!user.isLastAdmin && button("disable", "Disable")}
    </div>
  );
}
