import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import type { SignRevisionInput } from "#lib/policies/contract.ts";
import { readPolicyDetail, signPolicyRevision } from "#lib/policies/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { edit, newKind, policyRow, policySnapshot, race, revisionRows, shippedKind, sign } from "./desk.ts";

const ROUNDS = 12;
const { pool } = testDatabase();
let ada: Actor;
let dev: Actor;
let eve: Actor;
let cara: Actor;

beforeAll(async () => {
  ada = await person(pool, "Ada", "admin");
  dev = await person(pool, "Dev", "admin", "approver");
  eve = await person(pool, "Eve", "admin");
  cara = await person(pool, "Cara", "approver");
});

async function proposed(): Promise<{ kind: string; revisionId: string }> {
  const kind = await shippedKind(pool);
  const answer = await edit(pool, ada, kind, { recovery: "retry" });
  expect(answer).toMatchObject({ outcome: "proposed", version: 2, loosens: ["recovery"], effectiveAt: null });
  return answer;
}

describe("where there are two admins, a loosening", () => {
  it("changes nothing until another admin signs it, and then takes effect after a minute", async () => {
    const proposal = await proposed();
    const { kind } = proposal;
    expect(await policyRow(pool, kind)).toMatchObject({ recovery: "ask", version: 1 });
    const answer = await sign(pool, dev, proposal);
    expect(answer).toMatchObject({ outcome: "in_force", version: 2 });
    const row = await policyRow(pool, kind);
    expect(row).toMatchObject({ recovery: "retry", version: 2, updated_by: ada.id });
    expect(Number(row["effective_at"]) - Date.now()).toBeGreaterThan(55_000);
    expect((await revisionRows(pool, kind)).slice(1)).toMatchObject([
      {
        state: "in_force",
        needs_sign_off: true,
        proposed_by: ada.id,
        approved_by: dev.id,
        decided_by: dev.id,
        effective_at: row["effective_at"],
      },
    ]);
    const { rows } = await pool.query("select action, actor_id from audit_log where subject_id = $1 order by id", [
      kind,
    ]);
    expect(rows).toEqual([
      { action: "policy.proposed", actor_id: ada.id },
      { action: "policy.approved", actor_id: dev.id },
    ]);
  });

  it("of a kind without a policy is proposed too", async () => {
    const answer = await edit(pool, ada, newKind(), { recovery: "retry" });
    expect(answer).toMatchObject({ outcome: "proposed", version: 1 });
    expect(await policyRow(pool, answer.kind)).toEqual({});
    await sign(pool, eve, answer);
    expect(await policyRow(pool, answer.kind)).toMatchObject({ recovery: "retry", version: 1 });
  });

  it("is not signed by its proposer, nor by who is no admin", async () => {
    const proposal = await proposed();
    const before = await policySnapshot(pool, proposal.kind);
    for (const verdict of ["approve", "reject"] as const) {
      await expect(sign(pool, ada, proposal, verdict)).rejects.toMatchObject({ code: "own_request", status: 403 });
      await expect(sign(pool, cara, proposal, verdict)).rejects.toMatchObject({ code: "forbidden", status: 403 });
    }
    await expect(sign(pool, dev, proposal, "withdraw")).rejects.toMatchObject({ code: "forbidden", status: 403 });
    expect(await policySnapshot(pool, proposal.kind)).toEqual(before);
    const { viewer } = await readPolicyDetail(ada, proposal.kind);
    expect(viewer.sign).toEqual({ allowed: false, because: "You proposed this, so another admin must sign it." });
    expect((await readPolicyDetail(dev, proposal.kind)).viewer.sign).toEqual({ allowed: true });
  });

  it("is not signed by its proposer in plain SQL, nor by nobody, nor changed before or after it is signed", async () => {
    const { revisionId } = await proposed();
    const set = (columns: string) => pool.query(`update policy_revision set ${columns} where id = $1`, [revisionId]);
    await expect(set("state = 'in_force', approved_by = proposed_by")).rejects.toThrow("not_by_proposer");
    await expect(set("state = 'in_force'")).rejects.toThrow("policy_revision_signed");
    await expect(set("needs_sign_off = false, loosens = false")).rejects.toThrow("is kept as it was proposed");
    await expect(set("proposed_by = 'somebody'")).rejects.toThrow("is kept as it was proposed");
    await expect(set(`fields = fields || '{"maxAttempts": 99}'`)).rejects.toThrow("is kept as it was proposed");
    await set(`state = 'rejected', decided_by = '${dev.id}'`);
    await expect(set(`state = 'in_force', approved_by = '${dev.id}'`)).rejects.toThrow("is kept as it was decided");
    await expect(pool.query("delete from policy_revision")).rejects.toThrow("kept for ever");
  });

  it.each([
    ["reject", "Dev", "rejected"],
    ["withdraw", "Ada", "withdrawn"],
  ] as const)("can be stopped (%s), and then says who stopped it", async (verdict, name, state) => {
    const proposal = await proposed();
    const actor = name === "Dev" ? dev : ada;
    expect(await sign(pool, actor, proposal, verdict)).toMatchObject({ outcome: state, effectiveAt: null });
    expect(await policyRow(pool, proposal.kind)).toMatchObject({ recovery: "ask", version: 1 });
    await expect(sign(pool, eve, proposal)).rejects.toMatchObject({
      status: 409,
      facts: { by: name, decision: state, at: expect.any(String) },
    });
    // Its number is used up; the next one is the next.
    expect(await edit(pool, ada, proposal.kind, { recovery: "retry" })).toMatchObject({ version: 3 });
  });

  it("is void once another edit took effect", async () => {
    const proposal = await proposed();
    expect(await edit(pool, eve, proposal.kind, { holdSeconds: 99 })).toMatchObject({
      outcome: "in_force",
      version: 3,
    });
    await expect(sign(pool, dev, proposal)).rejects.toMatchObject({
      code: "superseded",
      status: 410,
      facts: { by: "Eve" },
    });
    expect(await policyRow(pool, proposal.kind)).toMatchObject({ recovery: "ask", hold_seconds: 99, version: 3 });
  });

  it("comes one at a time", async () => {
    const { kind } = await proposed();
    await expect(edit(pool, dev, kind, { maxAttempts: 9 })).rejects.toMatchObject({
      code: "request_pending",
      facts: { by: "Ada", version: 2 },
    });
  });

  it("is not signed over a policy that plain SQL changed since", async () => {
    const proposal = await proposed();
    await pool.query("update policy set sign_offs_resend = 3 where kind = $1", [proposal.kind]);
    await expect(sign(pool, dev, proposal)).rejects.toMatchObject({ code: "changed_since_seen", status: 412 });
    expect(await policyRow(pool, proposal.kind)).toMatchObject({ recovery: "ask", sign_offs_resend: 3 });
    expect(await sign(pool, dev, proposal, "reject")).toMatchObject({ outcome: "rejected" });
  });

  it("is signed as it was seen", async () => {
    const { kind, revisionId } = await proposed();
    const input: SignRevisionInput = { revisionId, verdict: "approve", version: 7 };
    await expect(signPolicyRevision(dev, kind, input)).rejects.toMatchObject({ code: "changed_since_seen" });
    await expect(signPolicyRevision(dev, newKind(), { ...input, version: 0 })).rejects.toMatchObject({ status: 404 });
  });
});

describe("at the same moment", () => {
  it("of two edits one wins, and the other learns of whom", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = await shippedKind(pool);
      const { won, lost } = await race(
        edit(pool, ada, kind, { holdSeconds: 40 }),
        edit(pool, dev, kind, { holdSeconds: 50 }),
      );
      // One that read the version only after the other had saved is a second edit, not a lost one.
      if (won.length === 2) continue;
      const name = won[0] === 0 ? "Ada" : "Dev";
      expect(lost).toMatchObject([{ status: 412, facts: { by: name, version: 2 } }]);
      expect(await policyRow(pool, kind)).toMatchObject({ hold_seconds: name === "Ada" ? 40 : 50, version: 2 });
      expect(await revisionRows(pool, kind)).toHaveLength(2);
    }
  });

  it("of two first policies of a kind one wins", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = newKind();
      const { won } = await race(...[ada, dev, eve].map((who) => edit(pool, who, kind, { holdSeconds: 40 + round })));
      expect(won.length).toBeGreaterThanOrEqual(1);
      expect(await revisionRows(pool, kind)).toHaveLength(1);
      expect(await policyRow(pool, kind)).toMatchObject({ version: 1 });
    }
  });

  it("of two proposals one wins", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = await shippedKind(pool);
      const { won, lost } = await race(...[ada, dev, eve].map((who) => edit(pool, who, kind, { recovery: "retry" })));
      expect(won).toHaveLength(1);
      expect(lost.map(({ code }) => code)).toEqual(["request_pending", "request_pending"]);
    }
  });

  it("two signers are one signature, and the other learns of whom", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const proposal = await proposed();
      const { kind, revisionId } = proposal;
      const input: SignRevisionInput = { revisionId, verdict: "approve", version: 1 };
      const against: SignRevisionInput = { ...input, verdict: "reject", note: "no" };
      const { won, lost } = await race(
        signPolicyRevision(dev, kind, input),
        signPolicyRevision(eve, kind, round % 2 === 0 ? input : against),
      );
      expect(won).toHaveLength(1);
      expect(lost).toMatchObject([{ status: 409, facts: { by: won[0] === 0 ? "Dev" : "Eve" } }]);
      const [, revision] = await revisionRows(pool, kind);
      const approved = revision?.["state"] === "in_force";
      expect(await policyRow(pool, kind)).toMatchObject({ version: approved ? 2 : 1 });
    }
  });

  it("signing and another edit end in one of the two", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const proposal = await proposed();
      const { kind, revisionId } = proposal;
      const { won, lost } = await race(
        signPolicyRevision(dev, kind, { revisionId, verdict: "approve", version: 1 }),
        edit(pool, eve, kind, { holdSeconds: 99 }),
      );
      const signed = won.includes(0);
      const row = await policyRow(pool, kind);
      expect(lost.map(({ status }) => status)).toEqual(won.length === 2 ? [] : [signed ? 412 : 410]);
      expect(row["recovery"]).toBe(signed ? "retry" : "ask");
      const states = (await revisionRows(pool, kind)).map(({ state }) => state);
      expect(states[1]).toBe(signed ? "in_force" : "superseded");
    }
  });
});
