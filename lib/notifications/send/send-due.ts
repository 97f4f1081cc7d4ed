import { claimDue, type Lane } from "../sql/outbox/claim-due.ts";
import { listLanes } from "../sql/outbox/list-lanes.ts";
import { sendMessage } from "./send-message.ts";

/** So many at a time on one way. */
const CALLS_PER_LANE = 5;
/** A try that was begun gets this much, though it is past the step's time: cut off, it would be one more in doubt. */
const SHORTEST_TRY_MS = 20_000;

export interface SendCounts {
  sent: number;
  /** Tries that certainly sent nothing. */
  refused: number;
  /** May have been sent; never tried again. */
  inDoubt: number;
}

type StoppedBy = "done" | "limit" | "deadline";
type SendOptions = { limit: number; leftMs: () => number; mailIsOn: boolean };

/** Sends what is due until nothing is left or the time or limit is used up. */
export async function sendDue({
  limit,
  leftMs,
  mailIsOn,
}: SendOptions): Promise<SendCounts & { stoppedBy: StoppedBy }> {
  const counts = { sent: 0, refused: 0, inDoubt: 0 };
  const lanes = await listLanes(mailIsOn);
  const allowance = { left: limit };
  const stops = await Promise.all(lanes.map((lane) => sendLane(lane, { allowance, counts, leftMs })));
  const stoppedBy = (["deadline", "limit"] as const).find((reason) => stops.includes(reason)) ?? "done";
  return { ...counts, stoppedBy };
}

type LaneOptions = { allowance: { left: number }; counts: SendCounts; leftMs: () => number };

async function sendLane(lane: Lane, { allowance, counts, leftMs }: LaneOptions): Promise<StoppedBy> {
  while (leftMs() > 0) {
    const wanted = Math.min(CALLS_PER_LANE, allowance.left);
    if (wanted === 0) return "limit";
    // Taken before the claim is awaited: the lanes share it.
    allowance.left -= wanted;
    const rows = await claimDue(wanted, lane);
    allowance.left += wanted - rows.length;
    if (rows.length === 0) return "done";
    const timeoutMs = Math.max(SHORTEST_TRY_MS, leftMs());
    const sendings = await Promise.all(rows.map((row) => sendMessage(row, timeoutMs)));
    for (const { outcome } of sendings) {
      if (outcome === "sent") counts.sent += 1;
      if (outcome === "again" || outcome === "refused") counts.refused += 1;
      if (outcome === "in_doubt") counts.inDoubt += 1;
    }
    // The rest would only use up tries.
    if (sendings.some(({ isDown }) => isDown)) return "done";
  }
  return "deadline";
}
