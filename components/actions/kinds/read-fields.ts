/** The text fields of a payload that came from outside: what is not there, or not text, is left out. */
export function textField(value: unknown, name: string): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
  const field: unknown = Reflect.get(value, name);
  return typeof field === "string" ? field : null;
}
