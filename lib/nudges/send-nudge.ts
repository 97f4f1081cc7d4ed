import { secretFromEnv } from "#lib/env.ts";
import { fetchPublic } from "#lib/outbound/index.ts";
import { nudgeWebhookSchema, type NudgeWebhook } from "./contract.ts";
import { signWebhook } from "./sign-webhook.ts";
import type { DueNudge } from "./sql/claim-due-nudges.ts";

const GONE = 410;
const TOO_MANY_REQUESTS = 429;
const SECOND_MS = 1000;

export type Sending =
  | { outcome: "sent" }
  /** `gone`: the receiver wants no more of it. `down`: it would answer the next one no better right now. */
  | { outcome: "failed"; reason: string; gone: boolean; down: boolean };

/** One try. It says that an action waits, never what the action holds. */
export async function sendNudge(nudge: DueNudge, timeoutMs: number): Promise<Sending> {
  const body = JSON.stringify({
    type: "action.released",
    actionKey: nudge.actionKey,
    kind: nudge.kind,
    attempt: nudge.attempt,
    at: nudge.createdAt.toISOString(),
  });
  try {
    const { url, secretEnv } = readWebhook(nudge.webhook);
    const sentAtSeconds = Math.floor(nudge.now.getTime() / SECOND_MS);
    const headers = {
      ...signWebhook({ id: nudge.id, sentAtSeconds, body }, secretFromEnv(secretEnv)),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "Notwice",
    };
    const answer = await fetchPublic({ url, method: "POST", headers, body, timeoutMs, maxBodyBytes: 0 });
    return judgeStatus(answer.status);
  } catch (error) {
    return { outcome: "failed", reason: reasonOf(error, timeoutMs), gone: false, down: true };
  }
}

/** By the Standard Webhooks scheme only 2xx is success; a redirect is not followed. */
function judgeStatus(status: number): Sending {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  const down = status >= 500 || status === TOO_MANY_REQUESTS;
  return { outcome: "failed", reason: `The receiver answered ${status}.`, gone: status === GONE, down };
}

function readWebhook(settings: unknown): NudgeWebhook {
  const parsed = nudgeWebhookSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const fields = new Set(parsed.error.issues.map((issue) => ["nudgeWebhook", ...issue.path].join(".")));
  throw new Error(`The policy cannot be followed: ${[...fields].join(", ")}.`);
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "The call failed.";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code === "ABORT_ERR") return `No answer within ${Math.round(timeoutMs / SECOND_MS)} s.`;
  return code === null ? error.message : `The call failed: ${code}.`;
}
