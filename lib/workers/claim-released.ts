import { setTimeout as sleep } from "node:timers/promises";
import { OnceError } from "@notwice/once";
import { type ClaimedAction, type ClaimOptions } from "@notwice/once/steps";
import type { TokenActor } from "#lib/tokens/index.ts";
import { log } from "../log.ts";
import type { ReleasedAnswer, ReleasedInput } from "./contract.ts";
import { toClaimed, toOptions } from "./from-steps.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";

const POLL_MS = 500;

type Released = { kind: string; claimed: ClaimedAction };

/**
 * Claims what waits, or waits for it: by asking again, so that no lock and no transaction is held meanwhile. A caller
 * who has hung up is given nothing any more.
 */
export async function claimReleased(
  actor: TokenActor,
  input: ReleasedInput,
  gone: AbortSignal,
): Promise<ReleasedAnswer> {
  const options = toOptions(actor, input);
  const endsAt = performance.now() + input.waitSeconds * 1000;
  const found = await answering(() => findClaimed(input));
  if (found.length > 0) return toAnswer(found);
  for (;;) {
    const released = gone.aborted ? [] : await answering(() => claimRound(input, options));
    const leftMs = endsAt - performance.now();
    if (released.length > 0 || leftMs <= 0 || gone.aborted) return toAnswer(released);
    await sleep(Math.min(POLL_MS, leftMs), undefined, { signal: gone }).catch(() => undefined);
  }
}

/** The answer to these claims was lost: they are handed out again before anything else is claimed. */
async function findClaimed({ kinds, token }: ReleasedInput): Promise<Released[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => (await actionSteps().findClaimed(kind, token)).map((claimed) => ({ kind, claimed }))),
  );
  return found.flat();
}

/** Each kind in turn, so that a long backlog of one does not starve the others. */
async function claimRound({ kinds, max }: ReleasedInput, options: ClaimOptions): Promise<Released[]> {
  const released: Released[] = [];
  let waiting = [...new Set(kinds)];
  while (waiting.length > 0 && released.length < max) {
    const left: string[] = [];
    for (const kind of waiting) {
      const claimed = released.length < max ? await claimOne(kind, options, released.length > 0) : null;
      if (claimed === null) continue;
      if (claimed !== "refused") released.push({ kind, claimed });
      left.push(kind);
    }
    waiting = left;
  }
  return released;
}

/** What was claimed before must be answered, whatever becomes of the next. */
async function claimOne(
  kind: string,
  options: ClaimOptions,
  hasOthers: boolean,
): Promise<ClaimedAction | "refused" | null> {
  try {
    return await actionSteps().claimReleased(kind, options);
  } catch (error) {
    if (error instanceof OnceError) return "refused";
    if (!hasOthers) throw error;
    log.warn({ err: error, kind }, "a release could not be claimed");
    return null;
  }
}

function toAnswer(released: Released[]): ReleasedAnswer {
  return { actions: released.map(({ kind, claimed }) => ({ kind, ...toClaimed(claimed) })) };
}
