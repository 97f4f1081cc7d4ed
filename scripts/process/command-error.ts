/** A failure that its one sentence explains: printed without a stack, exit code 1. */
export class CommandError extends Error {
  override name = "CommandError";
}

export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
