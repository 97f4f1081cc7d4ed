import type { NameOf } from "#lib/audit/index.ts";
import type { PassRow } from "../sql/health/find-passes.ts";
import type { Pass } from "./contract.ts";

const PERSON = "person:";

export function startedByOf(personId: string): string {
  return `${PERSON}${personId}`;
}

export function startedByPerson({ startedBy }: Pick<PassRow, "startedBy">): string | null {
  return startedBy.startsWith(PERSON) ? startedBy.slice(PERSON.length) : null;
}

export function toPass(row: PassRow, nameOf: NameOf): Pass {
  const person = startedByPerson(row);
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    tookMs: row.tookMs === null ? null : Math.round(row.tookMs),
    startedBy: person === null ? row.startedBy : nameOf(person).name,
  };
}
