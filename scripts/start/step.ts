const NAME_WIDTH = 28;

export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Does one step of the start after another and shows how long each took. */
export function stepper(signal: AbortSignal): Step {
  return async (name, work) => {
    signal.throwIfAborted();
    const began = performance.now();
    process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
    try {
      const result = await work();
      process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n`);
      return result;
    } catch (error) {
      process.stdout.write("\n");
      throw error;
    }
  };
}
