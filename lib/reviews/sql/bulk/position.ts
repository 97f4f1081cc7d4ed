import { z } from "zod";

const position = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);
/** Where a page ended: microseconds, because two rows of one millisecond would otherwise be skipped or repeated. */
export type Position = z.infer<typeof position>;

export function toCursor(at: Position): string {
  return Buffer.from(JSON.stringify(at)).toString("base64url");
}

export function fromCursor(cursor: string): Position | null {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return null;
  }
}
