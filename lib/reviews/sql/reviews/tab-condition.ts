import { Prisma } from "#lib/db/index.ts";
import type { Tab } from "../../contract.ts";

export type ListViewer = { id: string; maySign: boolean };

/** Of a review `r`, its action `a` and its pending request `q`, whose time is not over. */
export const REVIEW_SOURCE = Prisma.sql`
  review r
  join action_log a on a.key = r.action_key
  left join review_request q on q.review_id = r.id and q.state = 'pending' and q.expires_at > now()`;

/**
 * Not `q.id is null`: the planner expects one row of that, and then reads every open case to find the first fifty
 * (1,092 ms against 1.3 at 100,000 open cases).
 */
const NOTHING_PENDING = Prisma.sql`
  not exists (
    select from review_request p
    where p.review_id = r.id and p.state = 'pending' and p.expires_at > now())`;

/** What belongs into a list: the same words for its rows, its total and its number in the navigation. */
export function tabCondition(tab: Tab, viewer: ListViewer): Prisma.Sql {
  switch (tab) {
    case "needs_decision":
      return Prisma.sql`r.state = 'open' and ${NOTHING_PENDING} and a.failure is distinct from 'did_not_happen'`;
    case "did_not_happen":
      return Prisma.sql`r.state = 'open' and ${NOTHING_PENDING} and a.failure = 'did_not_happen'`;
    case "awaiting_sign_off":
      return Prisma.sql`r.state = 'open' and q.id is not null`;
    case "released":
      return Prisma.sql`r.state = 'released'`;
    case "mine":
      return Prisma.sql`r.state <> 'closed' and r.assignee_id = ${viewer.id}`;
    case "closed":
      return Prisma.sql`r.state = 'closed'`;
    case "all":
      return Prisma.sql`true`;
    case "to_sign":
      return Prisma.sql`
        ${viewer.maySign}::boolean and r.state = 'open' and q.id is not null and q.requested_by <> ${viewer.id}
        and q.edited_by <> ${viewer.id} and ${viewer.id} <> all(q.editors) and not exists (
          select from sign_off s where s.request_id = q.id and s.approver_id = ${viewer.id})`;
    case "asked":
      return Prisma.sql`r.state = 'open' and q.requested_by = ${viewer.id}`;
  }
}
