import { keptLog } from "../../log.ts";
import { dropFences, findComplete } from "../sql/seals/find-complete.ts";
import { insertSeal, readSealTime } from "../sql/seals/insert-seal.ts";
import { listSealedRows } from "../sql/seals/list-sealed-rows.ts";
import { listNewestSeals } from "../sql/seals/list-seals.ts";
import { setFence } from "../sql/seals/set-fence.ts";
import { entryOf, hashSeal } from "./canonical.ts";

/** A seal keeps a line for each of its rows: so many are some seventy kilobytes. */
const BATCH_ROWS = 1000;

export interface SealOptions {
  /** How many rows it may seal. */
  limit: number;
  isOver: () => boolean;
}

export interface SealOutcome {
  rows: number;
  stoppedBy: "done" | "limit" | "deadline";
}

/**
 * Seals what no transaction can add to any more, in the order of the ids. A gap that a rollback left is sealed as a gap.
 * What somebody is still writing beside waits for the next pass.
 */
export async function sealRows({ limit, isOver }: SealOptions): Promise<SealOutcome> {
  if (!(await setFence())) return { rows: 0, stoppedBy: "done" };
  const upto = await findComplete();
  if (upto === null) return { rows: 0, stoppedBy: "done" };
  let rows = 0;
  while (!isOver()) {
    if (rows >= limit) return { rows, stoppedBy: "limit" };
    const sealed = await sealBatch(upto, Math.min(BATCH_ROWS, limit - rows));
    if (sealed === 0) {
      await dropFences(upto);
      return { rows, stoppedBy: "done" };
    }
    // Another reaper goes on from here: two would only make each seal twice.
    if (sealed === "overtaken") return { rows, stoppedBy: "done" };
    rows += sealed;
  }
  return { rows, stoppedBy: "deadline" };
}

async function sealBatch(upto: string, limit: number): Promise<number | "overtaken"> {
  const [last] = await listNewestSeals(1);
  const rows = await listSealedRows({ after: last?.toId ?? "0", upto, limit });
  const newest = rows.at(-1);
  if (newest === undefined) return 0;
  const time = await readSealTime();
  const head = {
    fromId: String(BigInt(last?.toId ?? "0") + 1n),
    toId: newest.id,
    rowCount: rows.length,
    previousHash: last?.hash ?? "",
  };
  const entries = rows.map(entryOf).join("");
  const hash = hashSeal({ ...head, at: time.seconds }, entries);
  const id = await insertSeal({ ...head, atIso: time.iso, hash, entries });
  if (id === null) return "overtaken";
  // Outside the database: whoever removes the newest rows with their seal cannot remove this line.
  keptLog.info({ seal: { id, ...head, at: time.iso, hash } }, "rows of the audit were sealed");
  return rows.length;
}
