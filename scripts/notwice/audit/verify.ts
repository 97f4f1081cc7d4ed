import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type Fault, type Verified, verifyChain } from "#lib/audit/index.ts";
import { disconnect } from "#lib/db/index.ts";
import { type Command, EXIT_CODES, readOptions, requireDatabase, UsageError } from "../command.ts";

const HASH = /^[0-9a-f]{64}$/;
const LOGGED_SEAL = /"seal":\s*\{[^{}]*"hash":\s*"([0-9a-f]{64})"/;
/** In the answer as JSON; all are counted. */
const MAX_LISTED_FAULTS = 1000;

export const command: Command = {
  about: "compare every row of the audit with the seals, and the seals with one another",
  help: `
  --since <time>     only what was sealed then or later, as 2026-12-01 or 2026-12-01T09:00:00Z
  --expect <hash>    a seal that was logged outside the database and must stand in the chain; may be repeated
  --seals <file>     the same for every seal in a file of log lines
  --json             one JSON object instead of sentences

Without --expect or --seals nobody can tell whether the newest rows were removed together with their seals.
Exit code 1: something does not fit; each sentence names the rows or the seal.`,
  run: async (args, say) => {
    const options = readOptions(args, {
      since: { type: "string" },
      expect: { type: "string", multiple: true },
      seals: { type: "string" },
      json: { type: "boolean", default: false },
    });
    const since = options.since === undefined ? undefined : readTime(options.since);
    const expected = new Set(options.expect?.map(readHash));
    if (options.seals !== undefined) await readSealFile(options.seals, expected);
    requireDatabase();
    const faults: Fault[] = [];
    const tell = (fault: Fault): void => {
      if (!options.json) say(fault.sentence);
      else if (faults.length < MAX_LISTED_FAULTS) faults.push(fault);
    };
    try {
      const verified = await verifyChain({ since, expected, tell });
      if (options.json) say(JSON.stringify({ ok: verified.faults === 0, ...verified, found: faults }, null, 2));
      else say(summary(verified, expected.size));
      return verified.faults === 0 ? 0 : EXIT_CODES.refused;
    } finally {
      await disconnect();
    }
  },
};

function readTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime())) {
    throw new UsageError("--since must be a time like 2026-12-01 or 2026-12-01T09:00:00Z.");
  }
  return time;
}

function readHash(text: string): string {
  if (!HASH.test(text)) throw new UsageError("--expect must be the hash of a seal: 64 digits from 0 to f.");
  return text;
}

async function readSealFile(path: string, expected: Set<string>): Promise<void> {
  const stream = createReadStream(path);
  try {
    await once(stream, "open");
  } catch (error) {
    throw new UsageError(`--seals ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
  const before = expected.size;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const hash = LOGGED_SEAL.exec(line)?.[1];
    if (hash !== undefined) expected.add(hash);
  }
  if (expected.size === before) throw new UsageError(`--seals ${path} has no line of a seal.`);
}

function summary({ seals, rows, unsealedRows, faults, newestHash }: Verified, expected: number): string {
  const read = `${count(seals, "seal")} over ${count(rows, "row")} read, ${count(unsealedRows, "row")} not sealed yet.`;
  const outside = expected > 0 ? ` ${count(expected, "logged seal")} looked for.` : "";
  const verdict = faults === 0 ? "Nothing was changed." : `${count(faults, "fault")} found.`;
  return `${verdict} ${read}${outside}${newestHash === null ? "" : `\nNewest seal: ${newestHash}`}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
