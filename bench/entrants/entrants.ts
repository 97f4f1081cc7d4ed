import { existsSync } from "node:fs";
import { join } from "node:path";

export interface Entrant {
  name: string;
  script: string;
  form?: string;
  store: "postgres" | "redis";
}

const BENCH = join(import.meta.dirname, "..");

export const NAMES = {
  plain: "the plain two statements",
  prepared: "the plain two statements, prepared",
  bare: "once, no payload",
  oneKb: "perform, 1 kB",
  twoPhase: "perform, 1 kB, two-phase",
  large: "perform, 18 kB",
  dbos: "DBOS Transact, a workflow of one step",
  pgBoss: "pg-boss, send and fetch and complete",
  powertools: "Powertools, Redis without persistence (not the same promise)",
} as const;

export const OURS: Entrant[] = [
  { name: NAMES.plain, script: "entrants/plain.ts", store: "postgres" },
  { name: NAMES.prepared, script: "entrants/plain.ts", form: "prepared", store: "postgres" },
  { name: NAMES.bare, script: "entrants/notwice.ts", store: "postgres" },
  { name: NAMES.oneKb, script: "entrants/notwice.ts", form: "1 kB", store: "postgres" },
  { name: NAMES.twoPhase, script: "entrants/notwice.ts", form: "1 kB, two-phase", store: "postgres" },
  { name: NAMES.large, script: "entrants/notwice.ts", form: "18 kB", store: "postgres" },
];

const PEERS: Entrant[] = [
  { name: NAMES.dbos, script: "peers/dbos.ts", store: "postgres" },
  { name: NAMES.pgBoss, script: "peers/pg-boss.ts", store: "postgres" },
  { name: NAMES.powertools, script: "peers/powertools.ts", store: "redis" },
];

/** Peers take part where `npm ci --prefix bench` was run, Powertools where there is a Redis too. */
export function entrants(hasRedis: boolean): Entrant[] {
  const installed = existsSync(join(BENCH, "node_modules"));
  return [...OURS, ...(installed ? PEERS.filter(({ store }) => store === "postgres" || hasRedis) : [])];
}

export const scriptOf = ({ script }: Entrant): string => join(BENCH, script);
