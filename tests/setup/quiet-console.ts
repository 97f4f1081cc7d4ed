import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

const METHODS = ["debug", "info", "log", "warn", "error"] as const;
let said: string[] = [];

beforeEach(() => {
  said = [];
});

afterEach(() => {
  if (said.length > 0) throw new Error(`Unexpected console output:\n${said.join("\n")}`);
});

for (const method of METHODS) {
  console[method] = (...parts: unknown[]) => {
    said.push(`${method}: ${format(...parts)}`);
  };
}

/** What was said so far, taken as expected. */
export function takeConsole(): string[] {
  return said.splice(0);
}
