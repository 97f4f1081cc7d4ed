import type { EditField } from "../../actions/kinds/index.ts";
import { textField } from "../../actions/kinds/read-fields.ts";

const INDENT = 2;

/** The fields of a kind that this payload has as text; one that it lacks is edited in the JSON. */
export function fieldsOf(value: unknown, fields: readonly EditField[]): readonly EditField[] {
  return fields.filter(({ name }) => textField(value, name) !== null);
}

export function asText(value: unknown): string {
  return JSON.stringify(value, null, INDENT);
}

export type Parsed = { value: unknown } | { problem: string };

export function parseText(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}

export function withField(value: unknown, name: string, text: string): unknown {
  return { ...(typeof value === "object" ? value : null), [name]: text };
}

/** The new target, where the field that names it was changed; undefined where the action keeps its own. */
export function targetOf(before: unknown, after: unknown, fields: readonly EditField[]): string | undefined {
  const field = fields.find(({ toTarget }) => toTarget !== undefined);
  const text = field && textField(after, field.name);
  if (!field || !text || text === textField(before, field.name)) return undefined;
  return field.toTarget?.(text);
}
