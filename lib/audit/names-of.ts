import type { Db } from "#lib/db/index.ts";
import { findUserNames } from "./sql/find-user-names.ts";

export type Named = { id: string; name: string };
export type NameOf = (id: string) => Named;

/** Names for the ids that stand in decisions and audit rows: people, and workers by their own name. */
export async function namesOf(tx: Db, ids: readonly (string | null)[]): Promise<NameOf> {
  const wanted = new Set(ids.filter((id): id is string => id !== null && id !== ""));
  const names = await findUserNames(tx, [...wanted]);
  return (id) => ({ id, name: names.get(id) ?? machineName(id) });
}

function machineName(id: string): string {
  const worker = /^worker:(.+)$/.exec(id)?.[1];
  return worker === undefined ? id : `worker ${worker}`;
}
