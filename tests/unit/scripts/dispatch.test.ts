import { describe, expect, it } from "vitest";
import { type Command, readOptions, UsageError } from "#scripts/notwice/command.ts";
import { COMMANDS } from "#scripts/notwice/commands.ts";
import { type Commands, dispatch } from "#scripts/notwice/dispatch.ts";
import { CommandError } from "#scripts/process/command-error.ts";

const asCommand = (run: Command["run"], about = "does it"): (() => Promise<{ command: Command }>) => {
  return () => Promise.resolve({ command: { about, help: "  --loud", run } });
};

async function call(argv: string[], commands: Commands): Promise<{ code: number; said: string; complained: string }> {
  const said: string[] = [];
  const complained: string[] = [];
  const terminal = { say: (text: string) => said.push(text), complain: (text: string) => complained.push(text) };
  const code = await dispatch(argv, commands, terminal);
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

const fine: Commands = {
  sweep: asCommand((args) => Promise.resolve(args.length), "counts what it is given"),
  "log look": asCommand((args) => Promise.resolve(args.length), "looks"),
};

describe("npx notwice", () => {
  it("runs the command it names, of one word or of two, with what follows", async () => {
    expect(await call(["sweep"], fine)).toEqual({ code: 0, said: "", complained: "" });
    expect((await call(["sweep", "one", "--two"], fine)).code).toBe(2);
    expect((await call(["log", "look", "--one"], fine)).code).toBe(1);
  });

  it("lists the commands, all of them or those of one family, and explains one", async () => {
    const all = await call(["--help"], fine);
    expect(all).toMatchObject({ code: 0, complained: "" });
    expect(all.said).toContain("log look  looks");
    expect(all.said).toContain("sweep     counts what it is given");
    expect((await call([], fine)).said).toBe(all.said);

    const family = await call(["log", "--help"], fine);
    expect(family.said).toContain("log look");
    expect(family.said).not.toContain("sweep");
    expect((await call(["sweep", "-h"], fine)).said).toBe("notwice sweep: counts what it is given\n\n  --loud");
  });

  it("says in one sentence that there is no such command", async () => {
    for (const argv of [["swep"], ["log"], ["constructor"], ["swep", "--help"], ["--loud"]]) {
      const { code, said, complained } = await call(argv, fine);
      expect({ argv, code, said }).toEqual({ argv, code: 2, said: "" });
      expect(complained).toMatch(/^There is no command `.+`\. `notwice --help` lists them\.$/);
    }
  });

  it("prints one sentence of a refusal, and the exit code says which sort it was", async () => {
    const fail = (error: Error): Commands => ({
      fail: asCommand(() => {
        throw error;
      }),
    });
    expect(await call(["fail"], fail(new CommandError("It is so.")))).toEqual({
      code: 1,
      said: "",
      complained: "It is so.",
    });
    expect((await call(["fail"], fail(new UsageError("Not so.")))).code).toBe(2);
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(await call(["fail"], fail(refused))).toMatchObject({
      code: 3,
      complained: "The database at DATABASE_URL did not answer.",
    });
    expect((await call(["fail"], fail(new Error("a bug")))).complained).toContain("dispatch.test.ts");
  });

  it("names the option that it does not know", async () => {
    const strict: Commands = {
      sweep: asCommand((args) => {
        readOptions(args, { loud: { type: "boolean" } });
        return Promise.resolve(0);
      }),
    };
    expect((await call(["sweep", "--loud"], strict)).code).toBe(0);
    expect(await call(["sweep", "--quiet"], strict)).toMatchObject({
      code: 2,
      complained: "Unknown option '--quiet'.",
    });
    expect((await call(["sweep", "--loud=no"], strict)).code).toBe(2);
    expect((await call(["sweep", "word"], strict)).code).toBe(2);
  });

  it("can load and explain every command there is", async () => {
    for (const name of Object.keys(COMMANDS)) {
      const { code, said } = await call([...name.split(" "), "--help"], COMMANDS);
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(said).toContain(`notwice ${name}: `);
    }
  });
});
