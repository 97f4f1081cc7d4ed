import type { ActionLogDb } from "../types.ts";

/** Rung in the transaction that releases an action, with its kind. */
const RELEASED_CHANNEL = "notwice_released";

export interface Bell {
  /** Resolves when a release was announced since the last wait, when the signal aborts, or after `pollMs`. */
  wait(pollMs: number): Promise<void>;
  close(): void;
}

/** Wakes idle workers. Polling is what they rely on; a notification only spares them the wait. */
export function openBell(db: ActionLogDb, signal: AbortSignal, onError: (error: unknown) => void): Bell {
  let closeListener: (() => void) | undefined;
  let listening = false;
  let rung = false;
  const sleepers = new Set<() => void>();

  const ring = () => {
    rung = true;
    for (const wake of sleepers) wake();
  };
  signal.addEventListener("abort", ring, { once: true });

  async function listen(): Promise<void> {
    if (listening || db.listen === undefined || signal.aborted) return;
    listening = true;
    try {
      const ended = () => {
        listening = false;
      };
      closeListener = await db.listen(RELEASED_CHANNEL, { notified: ring, ended });
    } catch (error) {
      listening = false;
      onError(error);
    }
  }

  return {
    async wait(pollMs) {
      await listen();
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wake, pollMs);
          function wake() {
            clearTimeout(timer);
            sleepers.delete(wake);
            resolve();
          }
          sleepers.add(wake);
        });
      }
      rung = false;
    },
    close() {
      signal.removeEventListener("abort", ring);
      closeListener?.();
    },
  };
}
