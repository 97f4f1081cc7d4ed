import { z } from "zod";

type Shape = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
};

/** Where a text may stand in what a schema reads; `isFree`: any text, so that nothing but this rule refuses it. */
export type TextField = { path: (string | number)[]; isFree: boolean };

export function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as Shape;
}

export function textFields(shape: Shape, path: (string | number)[] = []): TextField[] {
  const nested = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => textFields(inner, [...path, name]));
  const items = shape.items ? textFields(shape.items, [...path, 0]) : [];
  const isFree = shape.enum === undefined && shape.const === undefined && !shape.format && !shape.pattern;
  const here = shape.type === "string" ? [{ path, isFree }] : [];
  return [...here, ...own, ...items, ...nested.flatMap((one) => textFields(one, path))];
}

/** The body with the text at that place, and whatever must stand beside it. */
export function withText(shape: Shape, body: unknown, [name, ...rest]: (string | number)[], text: string): unknown {
  if (name === undefined) return text;
  if (typeof name === "number") return [withText(shape.items ?? {}, undefined, rest, text)];
  const objects = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const holder = objects.find(({ properties }) => properties && name in properties) ?? shape;
  const given = typeof body === "object" && body !== null ? { ...body } : (sample(holder) as object);
  const inner = holder.properties?.[name] ?? {};
  const held = (inner.anyOf ?? [inner]).find((one) => one.type !== "null") ?? inner;
  return { ...given, [name]: withText(held, (given as Record<string, unknown>)[name], rest, text) };
}

/** The least that it reads. */
function sample(shape: Shape): unknown {
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first) return sample(first);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  switch (shape.type) {
    case "object":
      return Object.fromEntries((shape.required ?? []).map((name) => [name, sample(shape.properties?.[name] ?? {})]));
    case "array":
      return shape.items ? [sample(shape.items)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "string":
      if (shape.format === "uuid") return "00000000-0000-4000-8000-000000000000";
      if (shape.format === "email") return "eli@desk.test";
      return shape.pattern?.includes("NOTWICE_SECRET") ? "NOTWICE_SECRET_X" : "x";
    default:
      return null;
  }
}
