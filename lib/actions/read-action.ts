import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { notFound } from "../errors.ts";
import type { ActionDetail } from "./contract.ts";
import { hiddenPathsReader } from "./hidden-paths.ts";
import { loadAction } from "./load-action.ts";

export async function readAction(actor: Actor, key: string): Promise<ActionDetail> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const action = await loadAction(tx, key, hiddenPathsReader(tx, actor));
    if (action === null) throw notFound();
    return action;
  });
}
