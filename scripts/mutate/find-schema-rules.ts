import { type Guard, toGuard } from "./find-guards.ts";

const RULES = [
  /create (?:or replace )?trigger \w+[^;]*/g,
  /create unique index \w+[^;]*/g,
  /\bconstraint \w+\s+(?:check|unique|foreign key)\b[^;]*?(?=,\n|\n\)|;| not valid)/g,
];

/** Every trigger, unique index and named constraint of a migration; it is named by its first words. */
export function findSchemaRules(file: string, sql: string): Guard[] {
  return RULES.flatMap((rule) => [...sql.matchAll(rule)])
    .map(({ 0: text, index: start }) => toGuard(file, sql, { start, end: start + text.length }))
    .map((guard) => ({ ...guard, text: nameOf(guard.text) }));
}

function nameOf(text: string): string {
  return /^(?:create (?:or replace )?trigger|create unique index|constraint) \w+/.exec(text)?.[0] ?? text;
}
