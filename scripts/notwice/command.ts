import { parseArgs, type ParseArgsConfig } from "node:util";
import { CommandError } from "../process/command-error.ts";

/** 0: done. */
export const EXIT_CODES = {
  /** The command ran, and what it was asked to do or to find is not so. */
  refused: 1,
  /** Called wrongly: nothing was done. */
  usage: 2,
  /** The database did not answer: nothing is known. */
  unavailable: 3,
} as const;

export interface Command {
  /** One line of the list that `notwice --help` prints. */
  about: string;
  /** What may follow the name, and what the exit codes mean where they say more than done or refused. */
  help: string;
  /** Its exit code; what it answers it says, and one sentence for whoever called it is a thrown `CommandError`. */
  run: (args: string[], say: (text: string) => void) => Promise<number>;
}

export class UsageError extends CommandError {
  override name = "UsageError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** `parseArgs`, strict, whose complaint is a sentence for the one who typed it. */
export function readOptions<const O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split(". ")[0]?.replace(/\.$/, "")}.`);
  }
}

/** Of the command line only: the server reads it through `lib/env.ts`. */
export function requireDatabase(): void {
  if (process.env["DATABASE_URL"]) return;
  throw new UsageError(
    "DATABASE_URL is not set: it says which database is meant (`npm run -s db:url` prints the demo's).",
  );
}
