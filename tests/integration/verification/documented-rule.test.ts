import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { findRuleIssues, readEvidence, verifyRuleSchema } from "#lib/verification/index.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";
import { FakeChat } from "#tests/support/fake-provider/chat.ts";
import { actionRow } from "#tests/support/rows.ts";
import { KIND, makeDue, verifyKind } from "./setting.ts";

const { pool } = testDatabase();
const HOST = "https://chat.example.com";
const document = readFileSync(join(ROOT, "docs/verify-rules.md"), "utf8");
const written = /```json\n([\s\S]*?)```/.exec(document)?.[1] ?? "";
let chat: FakeChat;

beforeAll(async () => {
  chat = await FakeChat.start();
});
afterAll(async () => chat[Symbol.asyncDispose]());

it("the rule in docs/verify-rules.md may be saved as it stands", () => {
  expect(findRuleIssues(verifyRuleSchema.parse(JSON.parse(written)))).toEqual([]);
});

it.each([
  ["went out before the connection broke is found, and not posted again", true],
  ["never arrived is released, and posted once", false],
])("by it, a message that %s", async (_what, arrives) => {
  await verifyKind(pool, JSON.parse(written.replace(HOST, chat.origin)));
  const worker = openWorker(pool);
  const intent = testIntent({ kind: KIND, target: "#sales", payload: { text: "Hello" } });
  let breaks = true;
  const post = async ({ key }: { key: string }) => {
    if (arrives || !breaks) await chat.post({ channel: "#sales", text: "Hello", client_id: key });
    if (breaks) throw new Error("socket hang up");
    return { posted: true };
  };
  await refusalOf(worker.perform(intent, post));
  breaks = false;
  const { rows } = await pool.query("select key from action_log where run_id = $1", [intent.runId]);
  const { key } = rows[0];

  await runPass();
  await pool.query(
    `update action_attempt set deadline_at = now() - interval '1 hour', ended_at = now() - interval '1 hour'
     where action_key = $1`,
    [key],
  );
  await makeDue(pool, key);
  await runPass();
  // The backoff is over.
  await pool.query("update action_log set claimable_at = now() where key = $1 and status = 'released'", [key]);
  const result = await worker.perform(intent, post);

  expect(chat.messages.filter((message) => message.client_id === key)).toHaveLength(1);
  expect(result).toMatchObject(arrives ? { client_id: key, text: "Hello" } : { posted: true });
  expect(await actionRow(pool, key)).toMatchObject({
    status: "succeeded",
    settled_by: arrives ? "verification" : "worker",
    attempt: arrives ? 1 : 2,
  });
  expect(await readEvidence(key)).toMatchObject([{ answer: arrives ? "landed" : "absent" }]);
});
