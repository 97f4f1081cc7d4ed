import { log } from "../../log.ts";
import { listSealedRows } from "../sql/seals/list-sealed-rows.ts";
import { findSealWithPrevious, listNewestSeals, type Seal } from "../sql/seals/list-seals.ts";
import { findCheck, recordCheck } from "../sql/seals/record-check.ts";
import { checkItself, checkLink, checkRows } from "./check-seal.ts";
import type { Fault } from "./faults.ts";

/** At most so many thousand rows are hashed again in a pass of the reaper. */
const NEWEST_SEALS = 2;
const MAX_FAULTY_SEALS = 10;
const ROWS_AT_A_TIME = 2000;

/**
 * The cheap check: the newest seals, and those that were found wrong the last time, so that a fault stays in sight when
 * newer rows are sealed behind it. What it found is recorded for the desk.
 */
export async function checkNewest(): Promise<Fault[]> {
  const [newest, known] = [await listNewestSeals(NEWEST_SEALS + 1), (await findCheck())?.faults ?? []];
  if (newest.length === 0 && known.length === 0) return [];
  const isKnown = (fault: Fault) => known.some(({ sealId, kind }) => sealId === fault.sealId && kind === fault.kind);
  const checked = newest.slice(0, NEWEST_SEALS);
  const found: Fault[] = [];
  for (const [at, seal] of checked.entries()) found.push(...(await checkOne(seal, newest[at + 1] ?? null)));
  const older = new Set(known.map(({ sealId }) => sealId).filter((id) => !checked.some((seal) => seal.id === id)));
  for (const id of [...older].slice(0, MAX_FAULTY_SEALS)) found.push(...(await checkAgain(id, known)));
  await recordCheck(checked.length, found);
  for (const fault of found.filter((one) => !isKnown(one))) {
    log.error({ fault: { ...fault, ids: fault.ids.join(" ") } }, "the audit does not match its seals");
  }
  return found;
}

/** A seal that is gone since then leaves what was found of it. */
async function checkAgain(id: string | null, known: readonly Fault[]): Promise<Fault[]> {
  const [seal, before] = id === null ? [] : await findSealWithPrevious(id);
  return seal === undefined ? known.filter(({ sealId }) => sealId === id) : checkOne(seal, before ?? null);
}

async function checkOne(seal: Seal, before: Seal | null): Promise<Fault[]> {
  const against = checkRows(seal);
  for (let after = String(BigInt(seal.fromId) - 1n); ;) {
    const rows = await listSealedRows({ after, upto: seal.toId, limit: ROWS_AT_A_TIME });
    for (const row of rows) against.take(row);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return [...checkLink(before, seal), ...checkItself(seal), ...against.faults()];
}
