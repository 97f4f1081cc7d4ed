import { AppError } from "../errors.ts";

/**
 * Postgres stores no NUL and no half of a surrogate pair; of the second its driver makes another character, so that what
 * was signed would not be what was written. Asked of every input here, so that no field can forget to.
 */
export function requireStorable(input: unknown, json: readonly string[]): void {
  const field = findUnstorable(input, [], json);
  if (field === undefined) return;
  const message = "holds a character that cannot be stored";
  throw new AppError("invalid_input", `${field || "The input"}: ${message}.`, {
    field: field || undefined,
    issues: [{ field, message }],
  });
}

function findUnstorable(value: unknown, path: string[], json: readonly string[]): string | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : path.join(".");
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (path.length === 0 && json.includes(name)) continue;
    // A name like this is not quoted: whatever reads the answer may not bear it either.
    const found = isStorable(name) ? findUnstorable(inner, [...path, name], json) : path.join(".");
    if (found !== undefined) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
