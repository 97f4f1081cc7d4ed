import type { PayloadView } from "./contract.ts";

export type StoredPayload = { payload: string | null; payloadHash: string | null };

/** The stored bytes as a viewer may see them. A viewer who may not see all of them gets no text, only the rest, parsed. */
export function viewPayload(stored: StoredPayload, hiddenPaths: readonly string[]): PayloadView {
  const { payload, payloadHash: hash } = stored;
  if (payload === null) return { text: null, value: null, hash, bytes: null, hiddenPaths: [] };
  return {
    text: hiddenPaths.length === 0 ? payload : null,
    value: visibleValue(payload, hiddenPaths),
    hash,
    bytes: Buffer.byteLength(payload),
    hiddenPaths: [...hiddenPaths],
  };
}

/** The payload parsed, without what stands at the hidden paths (`body`, `customer.email`, `lines.*.price`). */
export function visibleValue(payload: string, hiddenPaths: readonly string[]): unknown {
  const value = parseOrNull(payload);
  for (const path of hiddenPaths) hide(value, path.replace(/^\$\./, "").split("."));
  return value;
}

function hide(value: unknown, [name, ...rest]: readonly string[]): void {
  if (name === undefined || typeof value !== "object" || value === null) return;
  for (const key of name === "*" ? Object.keys(value) : [name]) {
    if (!Object.hasOwn(value, key)) continue;
    if (rest.length > 0) hide(Reflect.get(value, key), rest);
    else if (Array.isArray(value)) Reflect.set(value, key, null);
    else Reflect.deleteProperty(value, key);
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return null;
  }
}

/** A double holds any fifteen digits; a number with more is told as the text that it is stored as. */
const MOST_EXACT_DIGITS = 15;

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  const digits = source
    .replace(/e.*$/i, "")
    .replaceAll(/\D/g, "")
    .replace(/^0+|0+$/g, "");
  return digits.length > MOST_EXACT_DIGITS ? source : value;
}
