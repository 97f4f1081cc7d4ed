import { Prisma } from "#lib/db/index.ts";
import type { RecoveryPeriod } from "#lib/policies/index.ts";
import type { Tab } from "../../contract.ts";
import type { ReviewFilter } from "../../lists/contract.ts";
import { NOTHING } from "../../lists/words.ts";
import { riskWord } from "../lists/risk-word.ts";

export type ListViewer = { id: string; maySign: boolean };

/** Whose list it is, and which recoveries bind: without `recoveries` nothing can be filtered by risk. */
export type ListScope = { viewer: ListViewer; recoveries: readonly RecoveryPeriod[] };

/** Of a review `r`, its action `a` and its pending request `q`, whose time is not over. */
export const REVIEW_SOURCE = Prisma.sql`
  review r
  join action_log a on a.key = r.action_key
  left join review_request q on q.id = r.pending_request_id and q.state = 'pending' and q.expires_at > now()`;

const PENDING = Prisma.sql`r.state = 'open' and r.decide_by < 'infinity' and r.decide_by > now()`;
const NOTHING_PENDING = Prisma.sql`(r.decide_by = 'infinity' or r.decide_by <= now())`;

/** What belongs into a list, of a review `r` alone: the same words for its rows, its total and its number. */
export function tabCondition(tab: Tab, viewer: ListViewer): Prisma.Sql {
  switch (tab) {
    case "needs_decision":
      return Prisma.sql`r.state = 'open' and r.failure is distinct from 'did_not_happen' and ${NOTHING_PENDING}`;
    case "did_not_happen":
      return Prisma.sql`r.state = 'open' and r.failure = 'did_not_happen' and ${NOTHING_PENDING}`;
    case "awaiting_sign_off":
      return PENDING;
    case "released":
      return Prisma.sql`r.state = 'released'`;
    case "mine":
      return Prisma.sql`r.state <> 'closed' and r.assignee_id = ${viewer.id}`;
    case "closed":
      return Prisma.sql`r.state = 'closed'`;
    case "all":
      return Prisma.sql`true`;
    case "to_sign":
      return Prisma.sql`${viewer.maySign}::boolean and ${PENDING} and not ${viewer.id}::text = any(r.may_not_sign)`;
    case "asked":
      return Prisma.sql`${PENDING} and r.asked_by = ${viewer.id}`;
    case "decided":
      return Prisma.sql`r.decided_at is not null`;
  }
}

/** Everything a filter says, of a review `r` alone: for a list, its numbers, and a set that is frozen from it. */
export function filterCondition(filter: ReviewFilter, scope: ListScope): Prisma.Sql {
  return Prisma.join(Object.values(conditionsOf(filter, scope)), " and ");
}

/** By the filter's own names, so that a facet can leave out its own. */
export function conditionsOf(filter: ReviewFilter, scope: ListScope): Partial<Record<keyof ReviewFilter, Prisma.Sql>> {
  const { kind, risk, phase, cause, host, run, recipient, takenBy, askedBy, decideWithin, waitingOver, text } = filter;
  const { viewer, recoveries } = scope;
  return {
    tab: tabCondition(filter.tab, viewer),
    ...(kind !== undefined && { kind: Prisma.sql`r.kind = ${kind}` }),
    ...(risk !== undefined && { risk: Prisma.sql`(${riskWord(recoveries)}) = ${risk}` }),
    ...(phase !== undefined && { phase: isOrIsNothing(Prisma.sql`r.reached`, phase) }),
    ...(cause !== undefined && { cause: isOrIsNothing(Prisma.sql`r.cause`, cause) }),
    ...(host !== undefined && { host: isOrIsNothing(Prisma.sql`r.host`, host) }),
    ...(run !== undefined && { run: Prisma.sql`r.run_id = ${run}` }),
    ...(recipient !== undefined && { recipient: isFor(recipient) }),
    ...(takenBy !== undefined && { takenBy: isOrIsNothing(Prisma.sql`r.assignee_id`, orMe(takenBy, viewer)) }),
    ...(askedBy !== undefined && { askedBy: Prisma.sql`r.asked_by = ${orMe(askedBy, viewer)}` }),
    ...(decideWithin !== undefined && {
      decideWithin: Prisma.sql`${PENDING} and r.decide_by <= now() + ${decideWithin}::int * interval '1 second'`,
    }),
    ...(waitingOver !== undefined && {
      waitingOver: Prisma.sql`r.opened_at <= now() - ${waitingOver}::int * interval '1 second'`,
    }),
    ...(filter.late !== undefined && { late: Prisma.sql`r.heard_late` }),
    ...(text !== undefined && { text: beginsWith(text) }),
  };
}

function isOrIsNothing(column: Prisma.Sql, word: string): Prisma.Sql {
  return word === NOTHING ? Prisma.sql`${column} is null` : Prisma.sql`${column} = ${word}`;
}

function orMe(word: string, viewer: ListViewer): string {
  return word === "me" ? viewer.id : word;
}

function isFor(recipient: string): Prisma.Sql {
  if (recipient === NOTHING) return Prisma.sql`r.target is null`;
  const wanted = recipient.toLowerCase();
  const whole = Prisma.sql`lower(r.target) = ${wanted}`;
  return wanted.includes("@") ? whole : Prisma.sql`(${whole} or r.host = ${wanted})`;
}

/** From the left, so that each of these is a range of an index. */
function beginsWith(text: string): Prisma.Sql {
  const begins = `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const ofKey = keyPrefix(text);
  const key =
    ofKey === null ? Prisma.empty : Prisma.sql`or (r.action_key >= ${ofKey} and r.action_key < ${`${ofKey}g`})`;
  return Prisma.sql`
    (r.run_id like ${begins} or lower(r.target) like ${begins.toLowerCase()} or r.host like ${begins.toLowerCase()} ${key})`;
}

/** Also out of a Message-ID, which begins with it. */
function keyPrefix(text: string): string | null {
  return /^<?([0-9a-f]{4,64})(?:[.@].*)?$/i.exec(text)?.[1]?.toLowerCase() ?? null;
}
