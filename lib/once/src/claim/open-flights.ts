import { AsyncLocalStorage } from "node:async_hooks";
import { executeClaim } from "../attempt/execute-claim.ts";
import type { Holder } from "../attempt/record-outcome.ts";
import type { StoredResult } from "../sql/read-action.ts";
import type { Effect } from "../types.ts";
import { claimAction, type Intended, short } from "./claim-action.ts";

/** Where to look for a result before a claim is tried. */
export type FindStored = (key: string) => Promise<StoredResult>;

/** Claims and executes, or takes the stored outcome. */
export type Fly = <T>(intended: Intended, effect: Effect<T>, findStored?: FindStored) => Promise<T>;

/**
 * One flight per key in this process: calls that overlap share the first one's outcome instead of meeting in the
 * database. A call from inside an effect never shares one, or two effects could wait for each other.
 */
export function openFlights(holder: Holder): Fly {
  const executing = new AsyncLocalStorage<readonly string[]>();
  const inProcess = new Map<string, Promise<string | null>>();

  async function claimAndExecute(intended: Intended, effect: Effect<unknown>): Promise<string | null> {
    const outcome = await claimAction(holder.db, intended);
    if (!("claim" in outcome)) return outcome.result;
    const { claim } = outcome;
    const around = executing.getStore() ?? [];
    return executing.run([...around, intended.key, claim.key], async () =>
      executeClaim({ ...holder, claim, effect, how: intended }),
    );
  }

  async function share(intended: Intended, effect: Effect<unknown>): Promise<string | null> {
    const shared = inProcess.get(intended.key);
    if (shared !== undefined) return shared;
    const flight = claimAndExecute(intended, effect).finally(() => inProcess.delete(intended.key));
    inProcess.set(intended.key, flight);
    return flight;
  }

  return async <T>(intended: Intended, effect: Effect<T>, findStored?: FindStored) => {
    const around = executing.getStore();
    if (around?.includes(intended.key)) {
      throw new TypeError(`action ${short(intended.key)}: its own effect may not call it again`);
    }
    const stored = await findStored?.(intended.key);
    const result =
      stored === undefined ? await (around ? claimAndExecute(intended, effect) : share(intended, effect)) : stored;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the JSON round trip of what the effect returned
    return (result === null ? null : JSON.parse(result)) as T;
  };
}
