import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import type { ListReviewsInput } from "../../lists/contract.ts";
import { isDescendingByItself, type Sort, sortsOf } from "../../lists/words.ts";

type Column = { sql: Prisma.Sql; is: "time" | "number" | "id" };

/** In which order a list is read; every one ends with the id, so that no two rows stand at the same place. */
export type ListOrder = { sort: Sort; isDescending: boolean; columns: readonly Column[] };

const OPENED: Column = { sql: Prisma.sql`r.opened_at`, is: "time" };
const ID: Column = { sql: Prisma.sql`r.id`, is: "id" };

/** Nothing to decide by comes last: it is infinity. */
const COLUMNS: Record<Sort, readonly Column[]> = {
  decide_by: [{ sql: Prisma.sql`r.decide_by`, is: "time" }, OPENED, ID],
  opened: [OPENED, ID],
  attempts: [{ sql: Prisma.sql`r.attempt`, is: "number" }, OPENED, ID],
  closed: [{ sql: Prisma.sql`r.closed_at`, is: "time" }, ID],
  decided: [{ sql: Prisma.sql`r.decided_at`, is: "time" }, ID],
};

export function listOrder({ tab, sort: wanted, order }: Pick<ListReviewsInput, "tab" | "sort" | "order">): ListOrder {
  const [own, ...others] = sortsOf(tab);
  const sort = wanted !== undefined && others.includes(wanted) ? wanted : own;
  const isKept = wanted === undefined || wanted === sort;
  const isDescending = isKept && order !== undefined ? order === "desc" : isDescendingByItself(tab, sort);
  return { sort, isDescending, columns: COLUMNS[sort] };
}

export function orderBy({ columns, isDescending }: ListOrder): Prisma.Sql {
  const direction = isDescending ? Prisma.sql`desc` : Prisma.sql`asc`;
  return Prisma.join(columns.map(({ sql }) => Prisma.sql`${sql} ${direction}`));
}

/** Where a row stands, as text: microseconds, because two rows of one millisecond would be skipped or repeated. */
export function placeOf({ columns }: ListOrder): Prisma.Sql {
  const parts = columns.map(({ sql, is }) =>
    is === "time" ? Prisma.sql`(${sql} at time zone 'UTC')::text` : Prisma.sql`${sql}::text`,
  );
  return Prisma.sql`json_build_array(${Prisma.join(parts)})`;
}

export function comesAfter({ columns, isDescending }: ListOrder, place: readonly string[]): Prisma.Sql {
  const names = Prisma.join(columns.map(({ sql }) => sql));
  const values = Prisma.join(columns.map(({ is }, at) => valueAt(is, place[at] ?? "")));
  return isDescending ? Prisma.sql`(${names}) < (${values})` : Prisma.sql`(${names}) > (${values})`;
}

function valueAt(is: Column["is"], text: string): Prisma.Sql {
  switch (is) {
    case "time":
      return Prisma.sql`(${text}::timestamp at time zone 'UTC')`;
    case "number":
      return Prisma.sql`${Number(text)}::int`;
    case "id":
      return Prisma.sql`${text}::uuid`;
  }
}

const READABLE: Record<Column["is"], z.ZodType<string>> = {
  time: z.string().regex(/^(?:infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)$/),
  number: z.string().regex(/^\d{1,9}$/),
  id: z.uuid(),
};

const cursorParts = z.tuple([z.enum(["asc", "desc"]), z.string(), z.array(z.string())]);

export function toCursor({ sort, isDescending }: ListOrder, place: readonly string[]): string {
  return Buffer.from(JSON.stringify([isDescending ? "desc" : "asc", sort, place])).toString("base64url");
}

/** Null for a cursor that is none of ours, or of a list in another order. */
export function fromCursor(order: ListOrder, cursor: string): string[] | null {
  const parts = cursorParts.safeParse(readJson(Buffer.from(cursor, "base64url").toString()));
  if (!parts.success) return null;
  const [direction, sort, place] = parts.data;
  if (sort !== order.sort || (direction === "desc") !== order.isDescending) return null;
  const isReadable =
    place.length === order.columns.length &&
    order.columns.every(({ is }, at) => READABLE[is].safeParse(place[at]).success);
  return isReadable ? place : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
