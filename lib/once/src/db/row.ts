/** Rows of raw SQL are read by these, never cast: a column of another type is a bug, said at once. */
export type Row = Record<string, unknown>;

export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw unexpected(column, value);
  return value;
}

export function readTextOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

export function readNumber(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw unexpected(column, value);
  return value;
}

export function readBoolean(row: Row, column: string): boolean {
  const value = row[column];
  if (typeof value !== "boolean") throw unexpected(column, value);
  return value;
}

function unexpected(column: string, value: unknown): Error {
  return new Error(`column ${column}: unexpected ${value === null ? "null" : typeof value}`);
}
