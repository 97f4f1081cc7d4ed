import { z } from "zod";

export const FAULT_KINDS = [
  "row_changed",
  "row_removed",
  "row_inserted",
  "seal_altered",
  "seal_missing",
  "seal_unknown",
] as const;

/** So many ids are named; `count` counts all. */
export const MAX_NAMED_IDS = 100;

export const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  /** Of the seal in whose range it was found. */
  sealId: z.string().nullable(),
  /** Of the rows; of a seal that is missing, the rows it had sealed if they are still there. */
  ids: z.array(z.string()),
  count: z.number().int(),
  sentence: z.string(),
});
export type Fault = z.infer<typeof faultSchema>;
type FaultKind = Fault["kind"];

const ROW_WORDS = {
  row_changed: ["was changed", "were changed"],
  row_removed: ["was removed", "were removed"],
  row_inserted: ["was inserted afterwards", "were inserted afterwards"],
} as const;

export function rowFault(kind: keyof typeof ROW_WORDS, sealId: string | null, ids: readonly string[]): Fault {
  const named = ids.slice(0, MAX_NAMED_IDS);
  const [one, many] = ROW_WORDS[kind];
  const more = ids.length > named.length ? ` and ${ids.length - named.length} more` : "";
  const sentence =
    ids.length === 1 ? `Row ${named[0]} ${one}.` : `${ids.length} rows ${many}: ${named.join(", ")}${more}.`;
  return { kind, sealId, ids: named, count: ids.length, sentence };
}

export function sealFault(kind: FaultKind, sealId: string | null, sentence: string): Fault {
  return { kind, sealId, ids: [], count: 1, sentence };
}
