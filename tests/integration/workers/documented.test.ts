import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow, releaseByPolicy } from "#tests/support/rows.ts";
import { tokenSecret } from "#tests/support/workers/api-worker.ts";
import { liveApi } from "#tests/support/workers/live-api.ts";

const { pool } = testDatabase();
const api = liveApi();
const run = promisify(execFile);
let secret: string;
let env: Record<string, string>;

/** The examples as the document gives them, by the name in their first line. */
const TEXT = readFileSync(join(ROOT, "docs/worker-api.md"), "utf8");
const EXAMPLES = new Map(
  [...TEXT.matchAll(/```sh\n# (\w+)\n(.*?)```/gs)].map(([, name = "", text = ""]) => [name, text]),
);

type Body = Record<string, unknown>;

/** Runs an example as it stands; its variables are what the reader was told to put there. */
async function follow(name: string): Promise<Body> {
  const script = EXAMPLES.get(name) ?? `echo no example "${name}"; exit 1`;
  const { stdout } = await run("bash", ["-euc", script], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Body;
}

function hold({ key, attempt }: Body): void {
  env = { ...env, KEY: String(key), ATTEMPT: String(attempt) };
}

beforeAll(async () => {
  secret = await tokenSecret(pool, "reader-of-the-document");
});

beforeEach(() => {
  env = { NOTWICE_URL: api.url, NOTWICE_TOKEN: secret, TOKEN: randomUUID(), RUN_ID: `run-${randomUUID()}` };
});

describe("the examples of docs/worker-api.md", () => {
  it("are one for each step, and none for what is not there", () => {
    expect([...EXAMPLES.keys()]).toEqual(["claim", "begin", "heartbeat", "succeed", "fail", "released"]);
  });

  it("tell of a send that went well", async () => {
    const claimed = await follow("claim");
    expect(claimed).toMatchObject({ outcome: "claimed", attempt: 1, payload: { subject: "Hello" } });
    hold(claimed);
    expect(await follow("begin")).toEqual({ outcome: "begun" });
    expect(await follow("heartbeat")).toEqual({ outcome: "held" });
    const done = { outcome: "succeeded", result: { messageId: "m1" } };
    expect(await follow("succeed")).toEqual(done);
    expect(await follow("succeed")).toEqual(done);
    env["TOKEN"] = randomUUID();
    expect(await follow("claim")).toEqual(done);
  });

  it("tell of one whose reply was lost, and of its release", async () => {
    const first = await follow("claim");
    hold(first);
    await follow("begin");
    expect(await follow("fail")).toMatchObject({ outcome: "failed", failure: "may_have_happened" });
    env["TOKEN"] = randomUUID();
    expect(await follow("claim")).toMatchObject({ error: "InFlightError", disposition: "retry" });
    await releaseByPolicy(pool, String(first["key"]));
    const { actions } = (await follow("released")) as { actions: Body[] };
    expect(actions).toMatchObject([
      { kind: "send_email", key: first["key"], attempt: 2, payload: { subject: "Hello" } },
    ]);
    hold(actions[0] ?? {});
    await follow("begin");
    await follow("succeed");
    expect(await actionRow(pool, String(first["key"]))).toMatchObject({ status: "succeeded", attempt: 2 });
  });
});
