import type { Db } from "#lib/db/index.ts";
import { readTimeline } from "./read-timeline.ts";
import type { Subject } from "./sql/list-audit-rows.ts";

export type Decision = { actorId: string; name: string; at: Date; decisionKey: unknown };

/** Who decided this about a subject, and when, oldest first: for decisions that no table of their own keeps. */
export async function findDecisions(tx: Db, subject: Subject, action: string): Promise<Decision[]> {
  const entries = await readTimeline(tx, [subject]);
  return entries
    .filter((entry) => entry.action === action)
    .map(({ actor, at, detail }) => ({
      actorId: actor.id,
      name: actor.name,
      at: new Date(at),
      decisionKey: detail["decision_key"],
    }));
}
