import { setTimeout as sleep } from "node:timers/promises";
import { type Database, prisma, type Tx } from "./client.ts";
import { isConflict } from "./sql-state.ts";

const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;
/** A burst of callers queues for a connection longer than Prisma's own two seconds. */
const MAX_WAIT_MS = 10_000;
/** Statements only, never a call to the outside: what takes longer holds its locks in everyone's way. */
const TIMEOUT_MS = 15_000;

/**
 * One transaction, read committed. `work` may run several times: it is repeated after a deadlock or a serialisation
 * failure, so whatever it does besides its statements must bear that.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>, db: Database = prisma()): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where a Tx comes from
      return await db.$transaction((tx) => work(tx as Tx), {
        isolationLevel: "ReadCommitted",
        maxWait: MAX_WAIT_MS,
        timeout: TIMEOUT_MS,
      });
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
      await sleep(pauseAfter(tries));
    }
  }
}

/** A random part of a doubling span, so that those who collided do not meet again. */
function pauseAfter(tries: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
}
