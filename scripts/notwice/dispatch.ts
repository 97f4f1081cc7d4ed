import { isUnreachable } from "#lib/db/index.ts";
import { CommandError } from "../process/command-error.ts";
import { type Command, EXIT_CODES, UsageError } from "./command.ts";

export type Commands = Readonly<Record<string, () => Promise<{ command: Command }>>>;

export interface Terminal {
  say: (text: string) => void;
  complain: (text: string) => void;
}

/** Names have one word or two; the longer one is meant where both are there. */
export async function dispatch(argv: readonly string[], commands: Commands, terminal: Terminal): Promise<number> {
  try {
    return await run(argv, commands, terminal);
  } catch (error) {
    terminal.complain(sentenceOf(error));
    return codeOf(error);
  }
}

async function run(argv: readonly string[], commands: Commands, { say }: Terminal): Promise<number> {
  const words = argv.slice(0, 2).filter((word) => !word.startsWith("-"));
  const name = [words.join(" "), words[0] ?? ""].find((candidate) => Object.hasOwn(commands, candidate));
  const load = name === undefined ? undefined : commands[name];
  if (name === undefined || load === undefined) {
    if (argv.length === 0 || asksForHelp(argv)) {
      say(await overview(commands, words));
      return 0;
    }
    throw new UsageError(
      `There is no command \`${words.join(" ") || argv.join(" ")}\`. \`notwice --help\` lists them.`,
    );
  }
  const { command } = await load();
  const args = argv.slice(name.split(" ").length);
  if (asksForHelp(args)) {
    say(`notwice ${name}: ${command.about}\n\n${command.help.replace(/^\n/, "")}`);
    return 0;
  }
  return command.run(args, say);
}

function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h");
}

async function overview(commands: Commands, words: readonly string[]): Promise<string> {
  const names = Object.keys(commands).toSorted();
  const wanted = names.filter((name) => words.every((word, at) => name.split(" ")[at] === word));
  if (wanted.length === 0)
    throw new UsageError(`There is no command \`${words.join(" ")}\`. \`notwice --help\` lists them.`);
  const width = Math.max(...wanted.map((name) => name.length));
  const lines = await Promise.all(
    wanted.map(async (name) => `  ${name.padEnd(width)}  ${(await commands[name]?.())?.command.about}`),
  );
  const codes = "Exit codes: 0 done, 1 refused or found wrong, 2 called wrongly, 3 the database did not answer.";
  return `notwice <command> [options]\n\n${lines.join("\n")}\n\n\`notwice <command> --help\` says more. ${codes}`;
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_CODES.usage;
  return isUnreachable(error) ? EXIT_CODES.unavailable : EXIT_CODES.refused;
}

/** What nobody foresaw keeps its stack; what a sentence explains does not. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (isUnreachable(error)) return "The database at DATABASE_URL did not answer.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
