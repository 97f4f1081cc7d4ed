import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { type Entrant, scriptOf } from "./entrants.ts";
import type { Turn, TurnResult } from "./serve.ts";

const turnResult = z.object({ actions: z.number(), seconds: z.number() });

export interface Started {
  take(turn: Turn): Promise<TurnResult>;
  stop(): void;
}

/** In a process of its own, as it would be: nobody's garbage is collected on another's time. */
export async function startEntrant(entrant: Entrant, url: string): Promise<Started> {
  const child = fork(scriptOf(entrant), [url, entrant.form ?? ""], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${entrant.name} ended by itself`)));
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  return {
    async take(turn) {
      const told = once(child, "message");
      child.send(turn);
      const [result] = z
        .tuple([turnResult])
        .rest(z.unknown())
        .parse(await Promise.race([told, ended]));
      return result;
    },
    stop: () => child.disconnect(),
  };
}
