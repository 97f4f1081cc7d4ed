const HASH = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STEP_LIMIT = 2_147_483_647;
const KEY_LIMIT = 255;
const TEXT_LIMIT = 1_000;
const COUNT_LIMIT = 1_000;
const TIMEOUT_LIMIT_MS = 30 * 24 * 3600 * 1000;

/** A name without white space: `runId`, `kind`, `worker`. */
export function requireWord(field: string, value: unknown): string {
  const text = requireText(field, value);
  if (/\s/.test(text)) throw new TypeError(`${field}: must not hold white space`);
  return text;
}

/** A caller's own key, as {@link ActionLog.once} takes it. */
export function requireKey(field: string, value: unknown): string {
  const text = requireWord(field, value);
  if (text.length > KEY_LIMIT) throw new TypeError(`${field}: must not be longer than ${KEY_LIMIT} characters`);
  return text;
}

export function requireTarget(field: string, value: unknown): string {
  const text = requireText(field, value);
  if (text.trim() === "") throw new TypeError(`${field}: must not be blank`);
  return text;
}

export function requireStep(field: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > STEP_LIMIT) {
    throw new TypeError(`${field}: must be an integer from 0 to ${STEP_LIMIT}`);
  }
  return value;
}

export function requireHash(field: string, value: unknown): string {
  if (typeof value !== "string" || !HASH.test(value)) {
    throw new TypeError(`${field}: must be 64 hexadecimal digits in lower case`);
  }
  return value;
}

export function requireToken(field: string, value: unknown): string {
  if (typeof value !== "string" || !UUID.test(value)) throw new TypeError(`${field}: must be a UUID`);
  return value.toLowerCase();
}

export function requireTimeout(field: string, value: unknown): number | null {
  if (value === undefined) return null;
  if (typeof value !== "number" || !(value >= 1 && value <= TIMEOUT_LIMIT_MS)) {
    throw new TypeError(`${field}: must be from 1 to ${TIMEOUT_LIMIT_MS} milliseconds`);
  }
  return Math.round(value);
}

export function requireCount(field: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > COUNT_LIMIT) {
    throw new TypeError(`${field}: must be an integer from 1 to ${COUNT_LIMIT}`);
  }
  return value;
}

export function requireFunction(field: string, value: unknown): void {
  if (typeof value !== "function") throw new TypeError(`${field}: must be a function`);
}

function requireText(field: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${field}: must be a string`);
  if (value.length > TEXT_LIMIT) throw new TypeError(`${field}: must not be longer than ${TEXT_LIMIT} characters`);
  if (value === "") throw new TypeError(`${field}: must not be empty`);
  if (value.includes("\0")) throw new TypeError(`${field}: must not hold a NUL`);
  if (!value.isWellFormed()) throw new TypeError(`${field}: must not hold a lone surrogate`);
  return value;
}
