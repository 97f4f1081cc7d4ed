import type { SealedRow } from "../seal/canonical.ts";
import { listSealedRows } from "../sql/seals/list-sealed-rows.ts";
import { countUnsealed, findSealBefore, listNewestSeals, listSeals, type Seal } from "../sql/seals/list-seals.ts";
import { checkItself, checkLink, checkRows } from "./check-seal.ts";
import { type Fault, rowFault, sealFault } from "./faults.ts";

const ROWS_AT_A_TIME = 2000;
const SEALS_AT_A_TIME = 50;

export interface VerifyOptions {
  /** Only what was sealed at this time or later. */
  since?: Date | undefined;
  /** Hashes of seals, as they were logged outside the database: each must stand in the chain. */
  expected?: ReadonlySet<string> | undefined;
  tell: (fault: Fault) => void;
}

export interface Verified {
  seals: number;
  rows: number;
  /** The newest, which the next pass of the reaper seals. */
  unsealedRows: number;
  faults: number;
  /** Of the newest seal; null where there is none. */
  newestHash: string | null;
}

/**
 * Reads every seal and every row once, in the order of their ids, a page of each in memory. Beside a running desk: rows
 * and seals are only ever added behind what was read.
 */
export async function verifyChain({ since, expected = new Set(), tell }: VerifyOptions): Promise<Verified> {
  const start = since === undefined ? null : await findSealBefore(since);
  // Decided first: what is sealed while this runs may cover rows that were passed over before they were committed.
  const [newest] = await listNewestSeals(1);
  const rows = rowsOf(start?.toId ?? null, newest?.toId ?? "0");
  const missing = new Set(expected);
  const verified: Verified = { seals: 0, rows: 0, unsealedRows: 0, faults: 0, newestHash: newest?.hash ?? null };
  const report = (faults: readonly Fault[]): void => {
    verified.faults += faults.length;
    for (const fault of faults) tell(fault);
  };
  let before = start;
  let row = await next(rows);
  for await (const seal of sealsOf(start?.fromId ?? null, newest?.fromId ?? "0")) {
    const itself = checkItself(seal);
    report([...checkLink(before, seal), ...itself]);
    const stray: string[] = [];
    const against = checkRows(seal);
    for (; row !== undefined && BigInt(row.id) <= BigInt(seal.toId); row = await next(rows)) {
      verified.rows += 1;
      if (BigInt(row.id) < BigInt(seal.fromId)) stray.push(row.id);
      else against.take(row);
    }
    report([...straying(stray), ...against.faults()]);
    if (itself.length === 0) missing.delete(seal.hash);
    verified.seals += 1;
    before = seal;
  }
  // Ids begin with one: what is below, where nothing was sealed yet, was not given by the sequence.
  if (row !== undefined) report(straying([row.id]));
  report(unknown(missing));
  verified.unsealedRows = await countUnsealed(newest?.toId ?? null);
  return verified;
}

function straying(ids: readonly string[]): Fault[] {
  return ids.length > 0 ? [rowFault("row_inserted", null, ids)] : [];
}

function unknown(missing: ReadonlySet<string>): Fault[] {
  return [...missing].map((hash) =>
    sealFault("seal_unknown", null, `No seal has the hash ${hash}: the newest rows were removed, or the chain remade.`),
  );
}

async function* rowsOf(after: string | null, upto: string): AsyncGenerator<SealedRow, undefined> {
  for (let last = after; ;) {
    const page = await listSealedRows({ after: last, upto, limit: ROWS_AT_A_TIME });
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return undefined;
    last = end.id;
  }
}

async function* sealsOf(after: string | null, upto: string): AsyncGenerator<Seal> {
  for (let last = after; ;) {
    const page = await listSeals({ after: last, upto, limit: SEALS_AT_A_TIME });
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.fromId;
  }
}

async function next<T>(pages: AsyncGenerator<T, undefined>): Promise<T | undefined> {
  const { value } = await pages.next();
  return value;
}
