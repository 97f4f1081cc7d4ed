import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** What the receiving side noted of one effect, at the moment of it. */
export interface NotedEffect {
  runId: string;
  attempt: number;
  /** What a provider would tell duplicates by. */
  key: string;
  payload: unknown;
}

/** One line, appended in one write: many processes write to the same file, and any of them may die right after. */
export function noteEffect(file: string, effect: NotedEffect): void {
  appendFileSync(file, `${JSON.stringify(effect)}\n`);
}

export function notedEffects(file: string): Map<string, NotedEffect[]> {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  return Map.groupBy(
    lines.map((line): NotedEffect => JSON.parse(line)),
    ({ runId }) => runId,
  );
}
