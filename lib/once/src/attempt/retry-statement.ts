import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../db/pg-db.ts";
import { OnceError } from "../errors.ts";

/** SQLSTATE classes that say the statement itself is wrong: data, syntax, constraint, privilege. */
const PERMANENT_CLASS = /^(22|23|42|28|3D)/;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Runs a repeatable statement until it answers: lost connections, deadlocks, a server that restarts.
 * @throws the last error when `limitMs` is over, at once when repeating cannot help.
 */
export async function retryStatement<T>(statement: () => Promise<T>, limitMs: number): Promise<T> {
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await statement();
    } catch (error) {
      const hopeless = error instanceof OnceError || PERMANENT_CLASS.test(errorCode(error));
      if (hopeless || performance.now() + pauseMs > end) throw error;
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }
}
