import { shortKey } from "#lib/actions/contract.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { findGivenUpNudges } from "#lib/nudges/index.ts";
import { readBindingPolicies, readKindsWithPolicy } from "#lib/policies/index.ts";
import { kindCountsSchema } from "../contract.ts";
import { countLastHour, countStale } from "../sql/health/count-by-kind.ts";
import { countReleases } from "../sql/health/count-releases.ts";
import { findIncidents } from "../sql/health/find-incidents.ts";
import { countSkipped, findSkipped } from "../sql/health/find-skipped.ts";
import { measureClock } from "../sql/health/measure-clock.ts";
import type { KindHealth, ReaperHealth } from "./contract.ts";
import { saySkipped } from "./say-skipped.ts";

const MAX_LISTED = 50;

/** What the reaper has before it, kind by kind, and what it could not finish. */
export async function readReaperHealth(actor: Actor): Promise<ReaperHealth> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const clock = await measureClock(tx);
    const releases = await countReleases(tx);
    return {
      kinds: await readKinds(tx),
      skipped: await readSkipped(tx),
      releases: { ...releases, oldestAt: releases.oldestAt?.toISOString() ?? null },
      givenUpNudges: (await findGivenUpNudges(tx, MAX_LISTED)).map(({ actionKey, createdAt, ...nudge }) => ({
        ...nudge,
        shortKey: shortKey(actionKey),
        createdAt: createdAt.toISOString(),
      })),
      incidents: (await findIncidents(tx, MAX_LISTED)).map(({ key, at, ...incident }) => ({
        ...incident,
        shortKey: shortKey(key),
        at: at?.toISOString() ?? null,
      })),
      clock,
      at: new Date(Date.now() + clock.offsetMs).toISOString(),
    };
  });
}

async function readKinds(tx: Tx): Promise<KindHealth[]> {
  const staleOf = new Map((await countStale(tx)).map((row) => [row.kind, row]));
  const hourOf = new Map((await countLastHour(tx)).map((row) => [row.kind, row.counts]));
  const withPolicy = await readKindsWithPolicy(tx);
  const names = new Set([...withPolicy, ...staleOf.keys(), ...hourOf.keys()]);
  return [...names]
    .map((kind) => ({
      kind,
      hasPolicy: withPolicy.has(kind),
      staleNow: staleOf.get(kind)?.staleNow ?? 0,
      oldestStaleAt: staleOf.get(kind)?.oldestStaleAt.toISOString() ?? null,
      lastHour: hourOf.get(kind) ?? kindCountsSchema.parse({}),
    }))
    .toSorted(urgentFirst);
}

function urgentFirst(a: KindHealth, b: KindHealth): number {
  return Number(a.hasPolicy) - Number(b.hasPolicy) || b.staleNow - a.staleNow || (a.kind < b.kind ? -1 : 1);
}

async function readSkipped(tx: Tx): Promise<ReaperHealth["skipped"]> {
  const rows = await findSkipped(tx, MAX_LISTED);
  const keys = rows.map(({ key }) => key);
  const policies = await readBindingPolicies(keys, tx);
  const items = rows.map((row) => ({
    shortKey: shortKey(row.key),
    kind: row.kind,
    runId: row.runId,
    reason: saySkipped(row, policies.get(row.key)),
    nextLookAt: row.nextLookAt.toISOString(),
  }));
  return { items, total: Math.max(await countSkipped(tx), items.length) };
}
