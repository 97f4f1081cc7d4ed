import { startTotalTime } from "../attempt/total-time.ts";
import { NotExecuted, OnceError } from "../errors.ts";
import { requireTimeout } from "../intent/require-field.ts";
import type { EffectContext } from "../types.ts";
import { bodyStream } from "./body-stream.ts";
import { classifySmtpError } from "./classify-smtp-error.ts";
import { compose } from "./compose.ts";
import { checkMail } from "./mail-payload.ts";
import { parseMailbox } from "./mailbox.ts";
import { type SmtpOptions, SmtpSession } from "./session.ts";
import { transportError } from "./transport-error.ts";

/** What is stored as the action's result. */
export interface SmtpReceipt {
  messageId: string;
  /** The server's answer to the final dot. */
  response: string;
  /** The host that took responsibility for the message. Not: that anybody read it. */
  accepted: string;
}

// The minimum time-outs of RFC 5321 4.5.3.2 add up to this.
const TOTAL_TIMEOUT_MS = 30 * 60_000;

/**
 * Sends the context's payload, made by `mailPayload()`, to its one recipient, once.
 * Two-phase: `begin()` is awaited between the server's 354 and the first byte of the message, so
 * whatever goes wrong before it is harmless. Use with `twoPhase: true`.
 *
 * @example
 * actions.perform(intent, (context) => sendSmtp(context, { host, port }), { twoPhase: true })
 *
 * @throws NotExecuted with `phase`, `code`, `permanent`: proof that nothing was sent.
 * @throws SmtpDoubtError with `phase`: the recipient may have the message.
 * @throws TypeError naming the field of a payload that cannot be sent.
 * @throws ClaimLostError from `begin()`; nothing was sent.
 */
export async function sendSmtp(context: EffectContext, options: SmtpOptions): Promise<SmtpReceipt> {
  const mail = checkMail(context.payload);
  const bytes = await compose(mail);
  const from = parseMailbox("from", mail.from).address;
  const to = parseMailbox("to", mail.to).address;
  const time = startTotalTime(
    context.signal,
    requireTimeout("totalTimeoutMs", options.totalTimeoutMs) ?? TOTAL_TIMEOUT_MS,
  );
  const session = new SmtpSession(options, time.signal);
  let beginning: Promise<void> | undefined;
  const body = bodyStream(bytes, {
    async begin() {
      beginning = context.begin();
      await beginning;
      if (time.isOver()) throw transportError("EABORT", "The time ran out while begin() committed");
    },
    onFirstByte: () => session.reached("data_sent"),
  });
  try {
    await session.open();
    const response = await session.transmit({ from, to, size: bytes.length }, body);
    session.quit();
    return { messageId: mail.messageId, response, accepted: options.host };
  } catch (error) {
    session.drop();
    await throwRefusal(beginning);
    throw classifySmtpError(error, session.phase);
  } finally {
    time.close();
  }
}

/** Leaves no `begin()` running behind the caller's back; if it was refused, that is the reason. */
async function throwRefusal(beginning: Promise<void> | undefined): Promise<void> {
  try {
    await beginning;
  } catch (error) {
    if (error instanceof OnceError) throw error;
    throw new NotExecuted("begin() failed, so nothing was sent", { cause: error });
  }
}
