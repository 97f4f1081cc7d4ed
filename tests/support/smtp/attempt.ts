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

/** Long enough for the loopback, short enough to wait for on purpose. */
export const PATIENCE_MS = 250;

/** One send against a scripted server, and what became of it on both sides. */
export async function attempt(
  script: SmtpScript,
  given: { context?: Partial<EffectContext>; options?: Partial<SmtpOptions> } = {},
): Promise<AttemptOutcome> {
  await using server = await ScriptedSmtp.start(script);
  const context = fakeContext(given.context);
  const options = { host: server.host, port: server.port, replyTimeoutMs: PATIENCE_MS, connectTimeoutMs: PATIENCE_MS };
  const sent = sendSmtp(context, { ...options, ...given.options });
  const [receipt, error] = await sent.then(
    (value) => [value, undefined] as const,
    (reason: unknown) => [undefined, reason] as const,
  );
  await server.quiet();
  const { accepted, messageBytes } = server;
  return { receipt, error, begun: context.begun, accepted: accepted.length, messageBytes };
}
