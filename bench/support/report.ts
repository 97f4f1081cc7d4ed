import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/paths.ts";

export interface Measured {
  what: string;
  value: number;
  unit: string;
  /** The least and the most of several rounds, where the value is their median. */
  spread?: [least: number, most: number];
  /** What the figure is held to; a missing one is for orientation only. */
  goal?: string;
}

export interface Report {
  name: string;
  conditions: Record<string, string | number>;
  figures: Measured[];
}

export function machine(): Record<string, string | number> {
  return {
    processors: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadAtStart: loadavg()
      .map((load) => load.toFixed(1))
      .join(" "),
    node: process.version,
  };
}

/** Prints the table, and keeps it with its conditions. */
export async function writeReport({ name, conditions, figures }: Report): Promise<void> {
  const rows = figures.map(({ what, value, unit, spread, goal }) => {
    const range = spread === undefined ? "" : ` (${spread.map(show).join("–")})`;
    return `| ${what} | ${show(value)} ${unit}${range} | ${goal ?? ""} |`;
  });
  const lines = Object.entries(conditions).map(([key, value]) => `- ${key}: ${value}`);
  const table = ["| what | measured | goal |", "| --- | ---: | --- |", ...rows].join("\n");
  const page = `# Benchmark: ${name}\n\n${table}\n\nMeasured under:\n\n${lines.join("\n")}\n`;
  const folder = join(ROOT, "bench", "results");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.md`), page);
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ name, conditions, figures }, null, 2)}\n`);
  console.log(page);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}
