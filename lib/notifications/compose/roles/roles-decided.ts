import { sayTime } from "#lib/reviews/index.ts";
import { readRoleChange, type RoleChange } from "#lib/users/index.ts";
import type { Composing, Content } from "../content.ts";
import { oneLine } from "../one-line.ts";
import { countOf } from "../phrases.ts";
import { factsOf, subjectOf, USERS_PATH } from "./roles-waiting.ts";

const MAX_NAME_CHARS = 80;

export const composeRolesDecided: Composing = async (row, _reader, thread) => {
  if (row.count > 1) return composeMany(row.count);
  const change = row.requestId === null ? null : await readRoleChange(row.requestId);
  if (change === null || change.state === "proposed") return null;
  const answered = thread.length > 0;
  return {
    subject: answered ? `Re: ${subjectOf(change)}` : endOf(change),
    paragraphs: [...(answered ? [`${endOf(change)}.`] : []), ...sayEnd(change)],
    facts: [...(change.note ? [["Note", change.note] as const] : []), ...factsOf(change)],
    path: USERS_PATH,
    toldRisk: null,
  };
};

const END_WORDS = {
  proposed: "Proposed",
  in_force: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  superseded: "Void",
} as const;

function endOf({ state, user }: RoleChange): string {
  return `${END_WORDS[state]}: the change of the roles of ${oneLine(user.name, MAX_NAME_CHARS)}`;
}

function sayEnd({ state, decidedBy, decidedAt, effectiveAt }: RoleChange): string[] {
  const by = decidedBy === null ? "Someone" : oneLine(decidedBy.name, MAX_NAME_CHARS);
  const when = decidedAt === null ? "" : ` on ${sayTime(decidedAt)}`;
  switch (state) {
    case "in_force":
      return [`${by} signed it off${when}.`, ...(effectiveAt ? [`It counts from ${sayTime(effectiveAt)} on.`] : [])];
    case "rejected":
      return [`${by} turned it down${when}. The roles stay as they are.`];
    case "withdrawn":
      return [`${by} withdrew it${when}. There is nothing left to sign.`];
    case "superseded":
      return [`${by} changed the account${when}, so it is void.`];
    case "proposed":
      return [];
  }
}

function composeMany(count: number): Content {
  return {
    subject: `${countOf(count, "role change")} decided`,
    paragraphs: ["The page of the users says which roles each person has now."],
    facts: [],
    path: USERS_PATH,
    toldRisk: null,
  };
}
