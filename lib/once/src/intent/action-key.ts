import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { requireHash, requireStep, requireTarget, requireWord } from "./require-field.ts";

/** The parts of an intent that make its key. */
export interface ActionKeyParts {
  runId: string;
  step: number;
  kind: string;
  target: string;
  /** 64 hex digits, from {@link payloadHash}. */
  payloadHash: string;
}

/**
 * The key of an action: sha-256, in hex, of `runId step kind target payloadHash` joined by single spaces,
 * byte for byte the well-known formula, so that keys made elsewhere match. No clock, no random value, no
 * attempt number: the same intent gives the same key, always.
 * @throws TypeError naming the field that would make the join ambiguous.
 */
export function actionKey(parts: ActionKeyParts): string {
  const runId = requireWord("runId", parts.runId);
  const step = requireStep("step", parts.step);
  const kind = requireWord("kind", parts.kind);
  const target = requireTarget("target", parts.target);
  const hash = requireHash("payloadHash", parts.payloadHash);
  return sha256(`${runId} ${step} ${kind} ${target} ${hash}`);
}

/**
 * The sha-256, in hex, of a payload's RFC 8785 form: the order of names does not matter, that of arrays does.
 * @throws TypeError naming the path of what JSON cannot carry.
 */
export function payloadHash(payload: unknown): string {
  return sha256(canonicalJson(payload));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
