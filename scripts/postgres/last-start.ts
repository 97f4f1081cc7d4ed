import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { Cluster } from "./cluster.ts";

const lastStart = z.object({
  port: z.int(),
  /** `command`: kept until `npm run db:stop`. `start`: belongs to `npm start`, however that one ended. */
  startedBy: z.enum(["command", "start"]),
});
export type LastStart = z.infer<typeof lastStart>;

const NEVER: LastStart = { port: 0, startedBy: "command" };

export async function readLastStart(cluster: Cluster): Promise<LastStart> {
  try {
    return lastStart.parse(JSON.parse(await readFile(cluster.lastStartFile, "utf8")));
  } catch {
    // Never started, or killed while writing: then any free port will do.
    return NEVER;
  }
}

export async function writeLastStart(cluster: Cluster, start: LastStart): Promise<void> {
  await writeFile(cluster.lastStartFile, JSON.stringify(start));
}
