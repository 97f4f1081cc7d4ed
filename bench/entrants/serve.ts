import process from "node:process";

/** Something that gets a thing done once: asked the same way whoever made it. */
export interface Contestant {
  act(): Promise<unknown>;
}

export interface Turn {
  callers: number;
  forMs: number;
}

export interface TurnResult {
  actions: number;
  seconds: number;
}

/** The main loop of a contestant's process: opens it once, then lets so many callers act for so long when told to. */
export async function serve(open: (url: string, form: string) => Promise<Contestant>): Promise<void> {
  const [, , url = "", form = ""] = process.argv;
  const contestant = await open(url, form);
  process.on("message", (turn: Turn) => {
    void take(contestant, turn).then((result) => process.send?.(result));
  });
  process.once("disconnect", () => process.exit());
  process.send?.("ready");
}

async function take(contestant: Contestant, { callers, forMs }: Turn): Promise<TurnResult> {
  const began = performance.now();
  let actions = 0;
  const call = async () => {
    while (performance.now() - began < forMs) {
      await contestant.act();
      actions += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { actions, seconds: (performance.now() - began) / 1000 };
}
