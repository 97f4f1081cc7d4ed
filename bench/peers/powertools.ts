import { randomUUID } from "node:crypto";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { CachePersistenceLayer } from "@aws-lambda-powertools/idempotency/cache";
import { createClient } from "@redis/client";
import { serve } from "../entrants/serve.ts";

/** On a Redis without persistence: not the same promise, a restart forgets everything. */
await serve(async (url) => {
  const client = createClient({ url });
  await client.connect();
  const send = makeIdempotent(async () => ({ messageId: "<1@acme.test>" }), {
    persistenceStore: new CachePersistenceLayer({ client }),
    config: new IdempotencyConfig({}),
  });
  return { act: () => send({ id: randomUUID() }) };
});
