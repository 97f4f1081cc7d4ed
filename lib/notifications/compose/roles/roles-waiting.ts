import type { Role } from "#lib/auth/index.ts";
import { maySignRoleChange, readRoleProposals, type RoleChange } from "#lib/users/index.ts";
import type { Composing, Content, Reader } from "../content.ts";
import { oneLine } from "../one-line.ts";
import { countOf } from "../phrases.ts";

const MAX_NAME_CHARS = 80;
export const USERS_PATH = "/settings/users";

export const composeRolesWaiting: Composing = async (row, reader) => {
  const waiting = (await readRoleProposals()).filter((change) => concerns(reader, change));
  if (row.count > 1) return composeMany(Math.min(row.count, waiting.length));
  const change = waiting.find(({ id }) => id === row.requestId);
  if (!change) return null;
  return {
    subject: subjectOf(change),
    paragraphs: ["It gives power over others, so another admin than the one who proposed it must sign it off."],
    facts: factsOf(change),
    path: USERS_PATH,
    toldRisk: null,
  };
};

function concerns({ channel, actor }: Reader, change: RoleChange): boolean {
  const asked = { proposedBy: change.proposedBy.id, userId: change.user.id };
  return channel === "webhook" || maySignRoleChange(actor, asked, "approve") === null;
}

function composeMany(count: number): Content | null {
  if (count === 0) return null;
  return {
    subject: `${countOf(count, "role change")} ${count === 1 ? "waits" : "wait"} for a second admin`,
    paragraphs: ["Until another admin signs them off, nobody's roles change by them."],
    facts: [],
    path: USERS_PATH,
    toldRisk: null,
  };
}

export function subjectOf({ user }: RoleChange): string {
  return `A change of the roles of ${oneLine(user.name, MAX_NAME_CHARS)} waits for a second admin`;
}

export function factsOf({ from, to, proposedBy }: RoleChange): Content["facts"] {
  return [
    ["Roles now", sayRoles(from)],
    ["Roles then", sayRoles(to)],
    ["Proposed by", oneLine(proposedBy.name, MAX_NAME_CHARS)],
  ];
}

function sayRoles(roles: readonly Role[]): string {
  return roles.length === 0 ? "none" : roles.join(", ");
}
