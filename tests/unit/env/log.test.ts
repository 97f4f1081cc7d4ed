import { expect, it } from "vitest";
import { runInContext } from "#lib/context.ts";
import { createLogger, keptWhateverTheLevel } from "#lib/log.ts";

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ write: (line) => void lines.push(line) }));
  return lines.join("");
}

it("never writes payloads, targets and secrets", () => {
  const line = logged((log) =>
    log.info({
      payload: "body-1",
      action: { target: "ana@acme.test", payload: "body-2", key: "9f2c" },
      request: { headers: { authorization: "Bearer abc", cookie: "s=1" } },
      password: "hunter2",
    }),
  );
  expect(line).toContain("9f2c");
  for (const secret of ["body-1", "body-2", "ana@acme.test", "Bearer abc", "s=1", "hunter2"]) {
    expect(line).not.toContain(secret);
  }
});

it("writes what is kept also where everything else is silent, and still no secrets", () => {
  const lines: string[] = [];
  const silent = createLogger({ write: (line) => void lines.push(line) }, "silent");
  silent.fatal("not this");
  keptWhateverTheLevel(silent).info({ seal: { id: "7" }, password: "hunter2" }, "sealed");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ seal: { id: "7" }, password: "[redacted]" }]);
});

it("names the request it belongs to", () => {
  const context = { requestId: "r-7", via: "screen", actor: { type: "person", id: "u-1" } } as const;
  const line = logged((log) => runInContext(context, () => log.info("signed")));
  expect(JSON.parse(line)).toMatchObject({ requestId: "r-7", via: "screen", actorId: "u-1", msg: "signed" });
});
