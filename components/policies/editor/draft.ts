import type { GivenFields, PolicyFields } from "#lib/policies/contract.ts";

/** What stands in the form, field by field: text until it is saved. */
export type Draft = Readonly<Record<string, string>>;

export const NUMBER_FIELDS = [
  "staleAfterSeconds",
  "maxAttempts",
  "backoffSeconds",
  "providerWindowSeconds",
  "requestTtlSeconds",
  "releaseTtlSeconds",
  "holdSeconds",
] as const;
export const SIGN_OFF_FIELDS = ["resend", "dismiss", "markHappened"] as const;

export function toDraft(fields: PolicyFields): Draft {
  return {
    ...Object.fromEntries(NUMBER_FIELDS.map((name) => [name, String(fields[name])])),
    ...Object.fromEntries(SIGN_OFF_FIELDS.map((name) => [`signOffs.${name}`, String(fields.signOffs[name])])),
    recovery: fields.recovery,
    gate: fields.gate,
    nudge: fields.nudge,
    paused: fields.paused ? "yes" : "no",
    verify: fields.verify === null ? "" : JSON.stringify(fields.verify, null, 2),
    redact: fields.redact.join("\n"),
    webhookUrl: wordOf(fields.nudgeWebhook?.["url"]),
    webhookSecret: wordOf(fields.nudgeWebhook?.["secretEnv"]),
  };
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export type ReadDraft = {
  /** What differs from where it began. */
  given: GivenFields;
  changed: string[];
  /** By field: what cannot be read. */
  problems: Readonly<Record<string, string>>;
};

/** Only what differs is given, so that a field that someone else changed meanwhile is not written back. */
export function readDraft(base: Draft, draft: Draft): ReadDraft {
  const changed = Object.keys(draft).filter((name) => draft[name] !== base[name]);
  const given: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const name of changed) {
    const read = readField(name, draft);
    if ("problem" in read) problems[name] = read.problem;
    else if (name.startsWith("signOffs."))
      given["signOffs"] = { ...asObject(given["signOffs"]), [name.slice(9)]: read.value };
    else given[read.as ?? name] = read.value;
  }
  // The server parses it, and says of each field what is wrong.
  return { given, changed, problems };
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

type Field = { value: unknown; as?: string } | { problem: string };

function readField(name: string, draft: Draft): Field {
  const text = (draft[name] ?? "").trim();
  switch (name) {
    case "recovery":
    case "gate":
    case "nudge":
      return { value: text };
    case "paused":
      return { value: text === "yes" };
    case "redact":
      return { value: text === "" ? [] : text.split("\n").map((line) => line.trim()) };
    case "verify":
      return readJson(text);
    case "webhookUrl":
    case "webhookSecret":
      return { value: webhookOf(draft), as: "nudgeWebhook" };
    default:
      return /^\d{1,9}$/.test(text) ? { value: Number(text) } : { problem: "Give a whole number." };
  }
}

function webhookOf({ webhookUrl = "", webhookSecret = "" }: Draft): unknown {
  const [url, secretEnv] = [webhookUrl.trim(), webhookSecret.trim()];
  return url === "" && secretEnv === "" ? null : { url, secretEnv };
}

function readJson(text: string): Field {
  if (text === "") return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: "This is no JSON." };
  }
}
