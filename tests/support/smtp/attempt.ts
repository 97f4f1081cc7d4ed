import type { EffectContext } from "@notwice/once";
import { sendSmtp, type SmtpOptions, type SmtpReceipt } from "@notwice/once/smtp";
import { fakeContext } from "./context.ts";
import { ScriptedSmtp, type SmtpScript } from "./script.ts";

export interface AttemptOutcome {
  receipt: SmtpReceipt | undefined;
  error: unknown;
  begun: number;
  /** What the server knows to be true. */
  accepted: number;
  messageBytes: string;
}

/** What a hang costs; everything else gets all the time that a busy machine may need. */
const HANG_PATIENCE_MS = 500;
const PATIENCE_MS = 20_000;

/** One send against a scripted server, and what became of it on both sides. */
export async function attempt(
  script: SmtpScript,
  given: { context?: Partial<EffectContext>; options?: Partial<SmtpOptions> } = {},
): Promise<AttemptOutcome> {
  await using server = await ScriptedSmtp.start(script);
  const context = fakeContext(given.context);
  const { host, port } = server;
  const sent = sendSmtp(context, { host, port, ...patienceFor(script), ...given.options });
  const [receipt, error] = await sent.then(
    (value) => [value, undefined] as const,
    (reason: unknown) => [undefined, reason] as const,
  );
  await server.quiet();
  const { accepted, messageBytes } = server;
  return { receipt, error, begun: context.begun, accepted: accepted.length, messageBytes };
}

function patienceFor({ at = {} }: SmtpScript): Pick<SmtpOptions, "connectTimeoutMs" | "replyTimeoutMs"> {
  const hangs = Object.values(at).some((reaction) => reaction.includes("hang"));
  const greets = at.connect?.includes("hang") !== true;
  return {
    connectTimeoutMs: greets ? PATIENCE_MS : HANG_PATIENCE_MS,
    replyTimeoutMs: hangs ? HANG_PATIENCE_MS : PATIENCE_MS,
  };
}
