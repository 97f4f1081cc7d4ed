import { startScript, stopChild } from "../process/child.ts";

const SUPERVISOR = "examples/outreach-agent/supervisor.ts";

/** Starts the demo's agent beside the desk; what is returned stops it. */
export function startDemo(env: NodeJS.ProcessEnv, signal: AbortSignal): () => Promise<void> {
  const supervisor = startScript(SUPERVISOR, [], env, "show");
  supervisor.once("exit", (code, killedBy) => {
    if (!signal.aborted)
      console.log(`The demo agent stopped (${killedBy ?? `exit code ${code}`}); the desk goes on without it.`);
  });
  return () => stopChild(supervisor);
}
