import { rmSync } from "node:fs";
import { demoFiles } from "./files.ts";
import { keepRunning } from "./process/keep-running.ts";
import { stopSignal } from "./process/stop.ts";

const AGENT_PAUSE_MS = 2_000;
const SINK_PAUSE_MS = 500;

/** Runs the sink, and the agent beside it, and starts either again when it dies. */
const signal = stopSignal();
// An address of an earlier sink could be anybody's by now.
rmSync(demoFiles().sinkAddress, { force: true });
const listening = Promise.withResolvers<void>();
signal.addEventListener("abort", () => listening.resolve(), { once: true });

const sink = keepRunning({
  script: "sink.ts",
  env: process.env,
  signal,
  pauseMs: SINK_PAUSE_MS,
  onMessage: () => listening.resolve(),
});
await listening.promise;
const agent = keepRunning({
  script: "agent.ts",
  env: process.env,
  signal,
  pauseMs: AGENT_PAUSE_MS,
  onExit: ({ signal: killedBy }) => {
    if (killedBy === "SIGKILL") console.log("outreach agent: started again");
  },
});
await Promise.all([sink, agent]);
process.exit();
