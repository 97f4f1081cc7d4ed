import { runCommand } from "../process/command-error.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { start } from "./start.ts";

const signal = stopSignal();
await runCommand(async () => {
  try {
    await start(signal);
  } catch (error) {
    // Stopped on purpose, at whatever step: that is no failure.
    if (!signal.aborted) throw error;
  }
});
process.exit();
