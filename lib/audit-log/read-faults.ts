import { findCheck } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";

/** What the reaper last found of the newest seals: null while all is well, or while nothing was looked at. */
export async function readFaults(actor: Actor): Promise<{ at: string; sentences: string[] } | null> {
  requirePermission(actor, "audit.read");
  const check = await findCheck();
  if (check === null || check.faults.length === 0) return null;
  return { at: check.at.toISOString(), sentences: check.faults.map(({ sentence }) => sentence) };
}
