import { Gauge, Registry } from "prom-client";
import { countOpenReviews, countOpenWork } from "./sql/count-open-work.ts";

/** In the text format of Prometheus. A registry for each answer: replicas share one database, not one memory. */
export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  const registry = new Registry();
  const [work, reviews] = await Promise.all([countOpenWork(), countOpenReviews()]);
  const gauge = (name: string, help: string, value: number) => {
    new Gauge({ name: `notwice_${name}`, help, registers: [registry] }).set(value);
  };
  const open = new Gauge({
    name: "notwice_open_reviews",
    help: "Cases that are not closed.",
    labelNames: ["kind"],
    registers: [registry],
  });
  for (const { kind, open: count } of reviews) open.set({ kind }, count);
  gauge("actions_in_flight", "Actions that a worker has claimed.", work.inFlight);
  gauge("actions_stale", "Of those, past their deadline: the reaper is late, or about to come.", work.stale);
  gauge("actions_released", "Released actions that nobody has claimed yet.", work.released);
  gauge("nudges_given_up", "Nudges that no receiver took, and that are not tried any more.", work.nudgesGivenUp);
  // Absent until there was one: an alert on absence tells it from a reaper that just ran.
  if (work.lastPassAgeSeconds !== null) {
    gauge("reaper_last_pass_age_seconds", "Since the reaper last ended a pass.", work.lastPassAgeSeconds);
  }
  return { text: await registry.metrics(), contentType: registry.contentType };
}
