import { type Json, readTemplate, type TemplatePart } from "./contract.ts";
import { readPointer } from "./read-pointer.ts";

/** The action that is asked about. */
export interface VerifiedAction {
  key: string;
  runId: string;
  step: number | null;
  kind: string;
  target: string | null;
  attempt: number;
  /** The parsed payload; undefined where none is stored. */
  payload: unknown;
}

/** The question cannot be put for this action; the message never holds a value. */
export class UnaskableError extends Error {
  override readonly name = "UnaskableError";
}

type Value = string | number | boolean;

/** Every value is encoded; one that would lead to another path is refused. */
export function fillUrl(template: string, action: VerifiedAction): string {
  const url = fillText(template, action, (value, name) => {
    // An empty value would ask for the whole list, and "not in it" would be taken for proof.
    if (value === "") throw new UnaskableError(`{${name}} is empty.`);
    return encodeURIComponent(value);
  });
  const [path = ""] = url.split("?");
  if (path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new UnaskableError("The address would lead to another path than the rule's.");
  }
  return url;
}

/** A string that is one field alone becomes its value as it is, a number stays a number. */
export function fillBody(body: Json, action: VerifiedAction): unknown {
  if (typeof body === "string") return fillString(body, action);
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map((item) => fillBody(item, action));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillBody(value, action)]));
}

function fillString(template: string, action: VerifiedAction): Value {
  const [only, ...more] = partsOf(template);
  if (only !== undefined && more.length === 0 && !("text" in only)) return valueOf(only, action).value;
  return fillText(template, action, (value) => value);
}

function fillText(template: string, action: VerifiedAction, encode: (value: string, name: string) => string): string {
  const filled = partsOf(template).map((part) => {
    if ("text" in part) return part.text;
    const { value, name } = valueOf(part, action);
    return encode(String(value), name);
  });
  return filled.join("");
}

function partsOf(template: string): TemplatePart[] {
  const read = readTemplate(template);
  if ("problem" in read) throw new UnaskableError(`The template ${read.problem}.`);
  return read.parts;
}

type FieldPart = Exclude<TemplatePart, { text: string }>;

function valueOf(part: FieldPart, action: VerifiedAction): { value: Value; name: string } {
  const name = "field" in part ? part.field : `payload.${part.payloadPointer}`;
  const value = "field" in part ? action[part.field] : readPointer(action.payload, part.payloadPointer);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return { value, name };
  const missing = value === null || value === undefined;
  throw new UnaskableError(`The action ${missing ? `has no {${name}}` : `holds more than one value at {${name}}`}.`);
}
