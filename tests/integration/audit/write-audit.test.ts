import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findDecisions, readTimeline, writeAudit } from "#lib/audit/index.ts";
import { runInContext } from "#lib/context.ts";
import { transaction } from "#lib/db/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";

const { pool } = testDatabase();

describe("an audit row", () => {
  it("commits with its change, or not at all", async () => {
    const subject = { type: "review" as const, id: randomUUID() };
    const fails = transaction(async (tx) => {
      await writeAudit(tx, { action: "review.tried", subject, actor: { type: "system", id: "test" } });
      throw new Error("the change failed");
    });
    await expect(fails).rejects.toThrow("the change failed");
    expect(await transaction((tx) => readTimeline(tx, [subject]))).toEqual([]);
  });

  it("names who acted and from where, from the request that is being answered", async () => {
    const bo = await person(pool, "Bo", "operator");
    const subject = { type: "request" as const, id: randomUUID() };
    const context = {
      requestId: "req-1",
      via: "screen" as const,
      actor: { type: "person" as const, id: bo.id },
    };
    await runInContext(context, () =>
      transaction((tx) => writeAudit(tx, { action: "request.created", subject, detail: { decisionKey: "k" } })),
    );
    const [entry] = await transaction((tx) => readTimeline(tx, [subject]));
    expect(entry).toMatchObject({
      actor: { type: "person", id: bo.id, name: "Bo" },
      action: "request.created",
      via: "screen",
    });
    expect(await transaction((tx) => findDecisions(tx, subject, "request.created"))).toMatchObject([
      { actorId: bo.id, name: "Bo", decisionKey: "k" },
    ]);
    const { rows } = await pool.query("select request_id from audit_log where subject_id = $1", [subject.id]);
    expect(rows).toEqual([{ request_id: "req-1" }]);
  });

  it("says the roles of who acted in their column, and nowhere twice", async () => {
    const subject = { type: "user" as const, id: randomUUID() };
    const actor = { type: "person" as const, id: "ada", roles: ["admin"] };
    await transaction((tx) => writeAudit(tx, { action: "user.enabled", subject, actor, detail: { sessions: 1 } }));
    const { rows } = await pool.query("select roles, detail from audit_log where subject_id = $1", [subject.id]);
    expect(rows).toEqual([{ roles: ["admin"], detail: { sessions: 1 } }]);
  });

  it("is refused when nobody did it", async () => {
    const subject = { type: "user" as const, id: "x" };
    await expect(transaction((tx) => writeAudit(tx, { action: "user.made", subject }))).rejects.toThrow(
      "done by nobody",
    );
  });

  it("stays as it was written", async () => {
    const subject = { type: "policy" as const, id: "kept" };
    await transaction((tx) => writeAudit(tx, { action: "policy.edited", subject, actor: { type: "reaper", id: "r" } }));
    await expect(pool.query("update audit_log set action = 'x' where subject_id = 'kept'")).rejects.toThrow(/refused/);
    await expect(pool.query("delete from audit_log where subject_id = 'kept'")).rejects.toThrow(/refused/);
    await expect(pool.query("truncate audit_log")).rejects.toThrow(/refused/);
  });
});
