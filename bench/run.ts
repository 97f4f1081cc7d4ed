import { CommandError, runCommand } from "../scripts/process/command-error.ts";

/** `npm run bench -- <name> [options]`: each prints a table and keeps it in `bench/results`. */
const BENCHES: Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>> = {
  bulk: () => import("./bulk.ts"),
  once: () => import("./once.ts"),
  "queue-api": () => import("./queue-api.ts"),
  replay: () => import("./replay.ts"),
  reaper: () => import("./reaper.ts"),
};

await runCommand(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const load = BENCHES[name];
  if (load === undefined) throw new CommandError(`Which one? ${Object.keys(BENCHES).join(", ")}`);
  await (await load()).run(args);
});
