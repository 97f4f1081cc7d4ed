import type { NewClaim } from "../sql/claim-new.ts";
import type { Intent } from "../types.ts";
import { actionKey, sha256 } from "./action-key.ts";
import { canonicalJson } from "./canonical-json.ts";
import { requireKey, requireStep, requireTarget, requireWord } from "./require-field.ts";

/** What of a claim is the intent's. */
export type IntentFields = Pick<NewClaim, "key" | "runId" | "kind" | "step" | "target" | "payload" | "payloadHash">;

/** @throws TypeError naming the field; nothing has been claimed by then. */
export function readIntent(intent: Intent): IntentFields {
  const runId = requireWord("runId", intent?.runId);
  const step = requireStep("step", intent.step);
  const kind = requireWord("kind", intent.kind);
  const target = requireTarget("target", intent.target);
  const payload = canonicalJson(intent.payload);
  const payloadHash = sha256(payload);
  const key = actionKey({ runId, step, kind, target, payloadHash });
  return { key, runId, step, kind, target, payload, payloadHash };
}

/** An action known by its caller's key alone: nothing of it is stored that could be shown or sent again. */
export function readBareKey(key: string, of: { runId: string; kind: string }): IntentFields {
  return {
    key: requireKey("key", key),
    runId: requireWord("runId", of?.runId),
    kind: requireWord("kind", of?.kind),
    step: null,
    target: null,
    payload: null,
    payloadHash: null,
  };
}
