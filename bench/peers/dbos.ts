import { DBOS } from "@dbos-inc/dbos-sdk";
import { serve } from "../entrants/serve.ts";

/** A workflow of one step, its database the same server's. */
await serve(async (url) => {
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, systemDatabasePoolSize: 20, logLevel: "error" });
  const workflow = DBOS.registerWorkflow(
    async () => DBOS.runStep(async () => ({ messageId: "<1@acme.test>" }), { name: "send" }),
    { name: "bench" },
  );
  await DBOS.launch();
  return { act: () => workflow() };
});
