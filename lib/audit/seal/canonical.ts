import { createHash } from "node:crypto";

/** A row of the log as its seal sees it: every column as text that depends on no setting of a session. */
export interface SealedRow {
  id: string;
  /** In the order of `COLUMNS`, the id among them. */
  values: readonly (string | null)[];
}

export interface SealHead {
  fromId: string;
  toId: string;
  rowCount: number;
  previousHash: string;
  /** Seconds since 1970 with six decimals. */
  at: string;
}

/** The first form. A column that is sealed later makes a second one, and `audit_seal.form` says which a seal has. */
export const SEAL_FORM = 1;

/**
 * Each value is its length in bytes, a colon and its text, or a dash where there is none, and commas stand between
 * them: two rows that differ never read the same.
 */
export function hashRow({ values }: SealedRow): string {
  return sha256(values.map((value) => (value === null ? "-" : `${Buffer.byteLength(value)}:${value}`)).join(","));
}

export function entryOf(row: SealedRow): string {
  return `${row.id} ${hashRow(row)}\n`;
}

export function hashSeal({ fromId, toId, rowCount, previousHash, at }: SealHead, entries: string): string {
  return sha256(`notwice audit seal ${SEAL_FORM}\n${previousHash}\n${fromId} ${toId} ${rowCount} ${at}\n${entries}`);
}

const ENTRY = /^(\d{1,19}) ([0-9a-f]{64})$/;

/** Hashes by id; null where it is not a list that we wrote. */
export function readEntries(entries: string): Map<string, string> | null {
  const lines = entries.split("\n");
  if (lines.pop() !== "") return null;
  const read = new Map<string, string>();
  for (const line of lines) {
    const [, id, hash] = ENTRY.exec(line) ?? [];
    if (id === undefined || hash === undefined || read.has(id)) return null;
    read.set(id, hash);
  }
  return read;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
