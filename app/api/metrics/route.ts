import { route } from "#lib/http/index.ts";
import { readMetrics } from "#lib/metrics/index.ts";

export const GET = route({ actor: "metrics" }, async () => {
  const { text, contentType } = await readMetrics();
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
});
