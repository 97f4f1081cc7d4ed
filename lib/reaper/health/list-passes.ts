import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { findPasses } from "../sql/health/find-passes.ts";
import { findLastPass } from "../store.ts";
import type { PassList } from "./contract.ts";
import { startedByPerson, toPass } from "./to-pass.ts";

const MAX_PASSES = 50;

/** The last passes, killed ones too. */
export async function listPasses(actor: Actor): Promise<PassList> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const rows = await findPasses(tx, MAX_PASSES);
    const last = await findLastPass(tx);
    const nameOf = await namesOf(tx, rows.map(startedByPerson));
    return { items: rows.map((row) => toPass(row, nameOf)), last, at: last.at };
  });
}
