import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import type { Tab } from "../../contract.ts";

export type TabOrder = { column: Prisma.Sql; direction: Prisma.Sql; comparison: Prisma.Sql };

const ASCENDING = { direction: Prisma.sql`asc`, comparison: Prisma.sql`>` };
const DESCENDING = { direction: Prisma.sql`desc`, comparison: Prisma.sql`<` };

/** What expires first, what has waited longest, or what was closed last; the id breaks ties. */
export function tabOrder(tab: Tab): TabOrder {
  switch (tab) {
    case "awaiting_sign_off":
    case "to_sign":
    case "asked":
      return { column: Prisma.sql`q.expires_at`, ...ASCENDING };
    case "needs_decision":
    case "did_not_happen":
    case "released":
    case "mine":
      return { column: Prisma.sql`r.opened_at`, ...ASCENDING };
    case "closed":
      return { column: Prisma.sql`r.closed_at`, ...DESCENDING };
    case "all":
      return { column: Prisma.sql`r.opened_at`, ...DESCENDING };
  }
}

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
