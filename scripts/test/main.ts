import { runCommand } from "../process/command-error.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { runTests } from "./run-tests.ts";

const signal = stopSignal();
await runCommand(async () => {
  const { passed, failed, skipped } = await runTests(signal);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (failed > 0) process.exitCode = 1;
});
process.exit();
