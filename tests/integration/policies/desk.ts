import type { Pool } from "pg";
import type { Actor } from "#lib/auth/index.ts";
import { AppError } from "#lib/errors.ts";
import type { EditPolicyAnswer, GivenFields, SignRevisionInput } from "#lib/policies/contract.ts";
import { editPolicy, signPolicyRevision } from "#lib/policies/index.ts";

let made = 0;

export function newKind(): string {
  made += 1;
  return `kind_${made}`;
}

export async function policyRow(pool: Pool, kind: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query("select * from policy where kind = $1", [kind]);
  return rows[0] ?? {};
}

export async function revisionRows(pool: Pool, kind: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query("select * from policy_revision where kind = $1 order by version", [kind]);
  return rows;
}

/** All of a kind that may not move when an edit is refused. */
export async function policySnapshot(pool: Pool, kind: string): Promise<unknown> {
  const { rows } = await pool.query("select * from audit_log where subject_id = $1 order by id", [kind]);
  return { policy: await policyRow(pool, kind), revisions: await revisionRows(pool, kind), audit: rows };
}

/** A kind as plain SQL set it up a day ago: without a revision. */
export async function shippedKind(pool: Pool, columns: Record<string, unknown> = {}): Promise<string> {
  const kind = newKind();
  const given = { kind, effective_at: hoursAgo(24), ...columns };
  const names = Object.keys(given);
  await pool.query(
    `insert into policy (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(given),
  );
  return kind;
}

export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

/** As the screen that shows the policy right now would save it. */
export async function edit(pool: Pool, actor: Actor, kind: string, fields: GivenFields): Promise<EditPolicyAnswer> {
  const { version } = await policyRow(pool, kind);
  return editPolicy(actor, kind, { fields, reason: "because", version: Number(version ?? 0) });
}

export async function sign(
  pool: Pool,
  actor: Actor,
  proposal: { kind: string; revisionId: string },
  verdict: SignRevisionInput["verdict"] = "approve",
) {
  const { version } = await policyRow(pool, proposal.kind);
  const input = { revisionId: proposal.revisionId, verdict, version: Number(version ?? 0), note: "as discussed" };
  return signPolicyRevision(actor, proposal.kind, input);
}

/** Who won, and what the losers were told; an error that is no refusal fails the test. */
export async function race(...calls: Promise<unknown>[]): Promise<{ won: number[]; lost: AppError[] }> {
  const outcomes = await Promise.allSettled(calls);
  const won = outcomes.flatMap((outcome, place) => (outcome.status === "fulfilled" ? [place] : []));
  const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const refusals = lost.filter((reason) => reason instanceof AppError);
  if (refusals.length < lost.length) throw new AggregateError(lost, "an error that is no refusal");
  return { won, lost: refusals };
}
