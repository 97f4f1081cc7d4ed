import canonicalize from "canonicalize";

const DEPTH_LIMIT = 256;

/**
 * The RFC 8785 form of a value: keys sorted, numbers as ECMAScript prints them, no white space.
 * What JSON cannot carry faithfully is refused, named with its path, before anything happens.
 * @throws TypeError for undefined, functions, symbols, BigInt, NaN, infinities, lone surrogates, cycles,
 * and objects that are not plain (a `toJSON` method makes them so).
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown, name = "payload"): string {
  const text = canonicalize(plainJson(value, name, []));
  if (text === undefined) throw new TypeError(`${name}: has no JSON form`);
  return text;
}

function plainJson(given: unknown, path: string, ancestors: object[]): unknown {
  const value = hasToJson(given) ? given.toJSON() : given;
  switch (typeof value) {
    case "string":
      return wellFormed(value, path);
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${path}: ${value} has no JSON form`);
      return value;
    case "object":
      return value === null ? null : plainContainer(value, path, ancestors);
    case "undefined":
      throw new TypeError(`${path}: undefined has no JSON form`);
    default:
      throw new TypeError(`${path}: a ${typeof value} has no JSON form`);
  }
}

function plainContainer(value: object, path: string, ancestors: object[]): unknown {
  if (ancestors.includes(value)) throw new TypeError(`${path}: a cycle has no JSON form`);
  if (ancestors.length >= DEPTH_LIMIT) {
    throw new TypeError(`${path}: nested more than ${DEPTH_LIMIT} levels deep`);
  }
  const inside = [...ancestors, value];
  // Array.from, unlike map, visits holes, which are undefined and so refused.
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => plainJson(item, `${path}[${index}]`, inside));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${path}: a ${value.constructor?.name ?? "class instance"} has no JSON form`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw new TypeError(`${path}: a symbol as a name has no JSON form`);
  }
  const named = Object.entries(value).map(([name, item]) => [
    wellFormed(name, `${path}, a name in it`),
    plainJson(item, `${path}.${name}`, inside),
  ]);
  return Object.fromEntries(named);
}

function wellFormed(text: string, path: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${path}: a lone surrogate has no UTF-8 form`);
  return text;
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
}
