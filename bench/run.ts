import { CommandError, runCommand } from "../scripts/process/command-error.ts";

/** `npm run bench -- <name> [options]`: each prints a table and keeps it in `bench/results`. */
const BENCHES: Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>> = {
  bulk: () => import("./measures/bulk.ts"),
  once: () => import("./measures/once.ts"),
  "queue-api": () => import("./measures/queue-api.ts"),
  replicas: () => import("./measures/replicas.ts"),
  start: () => import("./measures/start.ts"),
  "table-growth": () => import("./measures/table-growth.ts"),
  replay: () => import("./measures/replay.ts"),
  reaper: () => import("./measures/reaper.ts"),
};

await runCommand(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const load = BENCHES[name];
  if (load === undefined) throw new CommandError(`Which one? ${Object.keys(BENCHES).join(", ")}`);
  await (await load()).run(args);
});
