import { log } from "#lib/log.ts";
import { type Sending, sendNudge } from "./send-nudge.ts";
import { claimDueNudges, type ClaimedNudges, type DueNudge } from "./sql/claim-due-nudges.ts";
import { listToldKinds } from "./sql/list-told-kinds.ts";
import { recordFailure, recordSent } from "./sql/record-sending.ts";

/** So many at a time to one receiver. */
const CALLS_PER_KIND = 10;
const TIMEOUT_MS = 15_000;
/** A try that was begun gets this much, though it is past the step's time: else it would only use one up. */
const SHORTEST_TRY_MS = 1000;

export interface NudgeOptions {
  /** How many nudges it may take. */
  limit: number;
  leftMs: () => number;
}

type StoppedBy = "done" | "limit" | "deadline";

export interface NudgeCounts {
  sent: number;
  failed: number;
  stoppedBy: StoppedBy;
}

/**
 * Sends what is due, outside any transaction, until nothing is left or the time or limit is used up. Each kind goes its
 * own way: a receiver that is slow or down keeps no other waiting.
 */
export async function sendDueNudges({ limit, leftMs }: NudgeOptions): Promise<NudgeCounts> {
  const counts = { sent: 0, failed: 0 };
  const kinds = await listToldKinds();
  const claim = claimInTurn(limit);
  const stops = await Promise.all(kinds.map((kind) => sendKind(kind, { claim, counts, leftMs })));
  const stoppedBy = (["deadline", "limit"] as const).find((reason) => stops.includes(reason)) ?? "done";
  return { ...counts, stoppedBy };
}

type Claim = (kind: string) => Promise<ClaimedNudges | "limit">;

/** One claim after the other, so that together they take no more than the limit. */
function claimInTurn(limit: number): Claim {
  let left = limit;
  let last: Promise<unknown> = Promise.resolve();
  return (kind) => {
    const claimed = last.then(async () => {
      if (left === 0) return "limit";
      const nudges = await claimDueNudges(kind, Math.min(CALLS_PER_KIND, left));
      left -= nudges.moved;
      return nudges;
    });
    last = claimed.catch(() => undefined);
    return claimed;
  };
}

interface KindOptions {
  claim: Claim;
  counts: { sent: number; failed: number };
  leftMs: () => number;
}

async function sendKind(kind: string, { claim, counts, leftMs }: KindOptions): Promise<StoppedBy> {
  while (leftMs() > 0) {
    const claimed = await claim(kind);
    if (claimed === "limit") return "limit";
    if (claimed.moved === 0) return "done";
    const timeoutMs = Math.min(TIMEOUT_MS, Math.max(SHORTEST_TRY_MS, leftMs()));
    const sendings = await Promise.all(claimed.toSend.map((nudge) => sendAndRecord(nudge, timeoutMs)));
    const failures = sendings.filter((sending) => sending.outcome === "failed");
    counts.sent += sendings.length - failures.length;
    counts.failed += failures.length;
    // The rest of its backlog would only use up tries.
    if (failures.some(({ down }) => down)) return "done";
  }
  return "deadline";
}

async function sendAndRecord(nudge: DueNudge, timeoutMs: number): Promise<Sending> {
  const sending = await sendNudge(nudge, timeoutMs);
  if (sending.outcome === "sent") {
    await recordSent(nudge);
  } else if (await recordFailure(nudge, sending.reason, sending.gone)) {
    log.warn({ nudgeId: nudge.id, actionKey: nudge.actionKey, reason: sending.reason }, "a nudge was given up");
  }
  return sending;
}
