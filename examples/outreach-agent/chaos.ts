import { createHash } from "node:crypto";
import { z } from "zod";

/** Where the agent dies, or its connection does. */
export const CHAOS_POINTS = [
  /** SIGKILL before the claim: nothing exists yet. */
  "before_claim",
  /** SIGKILL after the server's 354, before `begin()`: claimed, harmless. */
  "before_begin",
  /** SIGKILL once `begin()` has committed: nothing was sent, but nobody can know. */
  "after_begin",
  /** SIGKILL after the sink took the message, before the row says so. */
  "after_accept",
  /** The sink takes the message and resets the connection instead of answering. */
  "reset_after_dot",
  /** SIGKILL after the row says so, before the job is acknowledged. */
  "after_record",
] as const;

export type ChaosPoint = (typeof CHAOS_POINTS)[number];

/** Which point strikes a run, once; `undefined` for most. */
export type Chaos = (run: number) => ChaosPoint | undefined;

/**
 * Reads `OUTREACH_CHAOS`: `off`, or a list like `after_accept:1,before_begin:3`, each point with
 * the number of the run it strikes. Unset, the seed chooses.
 */
export function chaosFrom(text: string | undefined, seed: string): Chaos {
  if (text === undefined || text === "") return (run) => seededChaos(run, seed);
  if (text === "off") return () => undefined;
  const strikes = new Map(text.split(",").map(parseStrike));
  return (run) => strikes.get(run);
}

const strikeSchema = z.tuple([z.enum(CHAOS_POINTS), z.coerce.number().int().positive()]);

function parseStrike(text: string): [number, ChaosPoint] {
  const strike = strikeSchema.safeParse(text.trim().split(":"));
  if (!strike.success) throw new Error(`OUTREACH_CHAOS: "${text}" is not a point and a run, like after_accept:1`);
  const [point, run] = strike.data;
  return [run, point];
}

// So that a visitor sees each kind within the first two minutes.
const OPENING = new Map<number, ChaosPoint>([
  [2, "after_accept"],
  [4, "before_begin"],
  [6, "reset_after_dot"],
]);

const LATER: ChaosPoint[] = [
  "after_accept",
  "after_accept",
  "reset_after_dot",
  "before_begin",
  "after_begin",
  "after_record",
  "before_claim",
];

/** One of so many runs is struck. */
const RUNS_PER_STRIKE = 7;

function seededChaos(run: number, seed: string): ChaosPoint | undefined {
  const opening = OPENING.get(run);
  if (opening !== undefined || run <= OPENING.size * 2) return opening;
  const [dice = 0, choice = 0] = createHash("sha256").update(`${seed} ${run}`).digest();
  return dice % RUNS_PER_STRIKE === 0 ? LATER[choice % LATER.length] : undefined;
}
