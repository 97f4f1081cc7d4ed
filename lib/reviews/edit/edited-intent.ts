import { type EditActionInput, shortKey } from "#lib/actions/contract.ts";
import type { StoredIntent } from "#lib/actions/index.ts";
import { type IntentFields, readIntent } from "#lib/once/src/intent/read-intent.ts";
import { AppError } from "../../errors.ts";

export type EditedIntent = { key: string; target: string; payload: string; payloadHash: string };

/** The intent of the edited action, its key and bytes by the library's own formulas: a worker derives the same. */
export function editedIntent(stored: StoredIntent, { payload, target }: EditActionInput): EditedIntent {
  const intent = derive(stored, { payload, target });
  if (intent.payload === null || intent.payloadHash === null || intent.target === null) throw refused("payload", "");
  return { key: intent.key, target: intent.target, payload: intent.payload, payloadHash: intent.payloadHash };
}

function derive(
  { runId, step, kind, target: storedTarget }: StoredIntent,
  { payload, target }: Pick<EditActionInput, "payload" | "target">,
): IntentFields {
  try {
    return readIntent({ runId, step: step ?? -1, kind, target: target ?? storedTarget ?? "", payload });
  } catch (error) {
    // What the library refuses it names by field and path.
    if (!(error instanceof TypeError)) throw error;
    throw refused(error.message.split(/[:.[,]/)[0] ?? "payload", error.message, error);
  }
}

function refused(field: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid_input", `${message || "The payload has no JSON form"}.`, { field }, { cause });
}

export function sameIntent(): AppError {
  return new AppError("invalid_input", "Nothing was changed: these are the bytes that stand there already.", {
    field: "payload",
  });
}

/** The key says what is sent to whom in which step: an earlier wording, brought back, is that earlier action. */
export function knownIntent(key: string): AppError {
  const message = `Exactly this stood here before, as action ${shortKey(key)}, and cannot become a new one. Change something.`;
  return new AppError("invalid_input", message, { field: "payload" });
}
